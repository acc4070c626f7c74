// API document, "Topic". The elements of its two lists are not documented, so they are stored unchanged.
import { z } from 'zod'
import { received, receivedList, Uuid } from './formats'

export const Topic = z.object({
  id: Uuid,
  title: received(z.string()),
  description: received(z.string()),
  createdAt: received(z.string()),
  updatedAt: received(z.string()),
  opportunities: receivedList(z.unknown()),
  insights: receivedList(z.unknown()),
})

export type Topic = z.infer<typeof Topic>
