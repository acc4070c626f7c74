// API document, "Knowledge item (list element)". The required fields are not documented. Only the id is needed to show
// and delete an item, so everything else may be absent, null or an unknown value.
import { z } from 'zod'
import { received, Uuid } from './formats'

const text = () => received(z.string())

export const KnowledgeItem = z.object({
  id: Uuid,
  state: text(),
  title: text(),
  description: text(),
  createdAt: text(),
  updatedAt: text(),
  source: text(),
  providedBy: text(),
  pdfFileUrl: text(),
  /** Relative to the service's address. */
  txtFileUrl: text(),
  url: text(),
})

export type KnowledgeItem = z.infer<typeof KnowledgeItem>
