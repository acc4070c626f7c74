// Evidence map: read from the library; the page's drawing of it goes to a file that the person chooses.
import { AppError } from '../../contract/errors'
import type { LibraryApi } from '../../contract/library'
import { exportFileName } from '../export/file-name'
import { replaceFile } from '../export/replace-file'
import type { Handlers } from '../ipc/handlers'
import type { Dialogs } from '../question'

export interface MapDeps {
  readonly library: Pick<LibraryApi, 'readMapTop' | 'readMapBranch'>
  readonly dialogs: Pick<Dialogs, 'chooseFile'>
  readonly now: () => Date
}

const files = {
  svg: { name: 'SVG image', extension: 'svg' },
  png: { name: 'PNG image', extension: 'png' },
} as const

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function readPng(base64: string): Buffer {
  const image = Buffer.from(base64, 'base64')
  if (!image.subarray(0, pngSignature.length).equals(pngSignature)) {
    throw new AppError('INVALID_INPUT', 'The drawing isn’t a PNG image.')
  }
  return image
}

export function mapHandlers({ library, dialogs, now }: MapDeps): Handlers['map'] {
  return {
    top: (input) => library.readMapTop({ ...input, now: now().toISOString() }),
    branch: (input) => library.readMapBranch({ ...input, now: now().toISOString() }),
    async save({ workspaceName, drawing }, { signal }) {
      const content = drawing.format === 'svg' ? drawing.text : readPng(drawing.base64)
      const kind = files[drawing.format]
      const file = await dialogs.chooseFile(
        exportFileName({ what: 'Map', workspace: workspaceName }, now(), kind.extension),
        kind,
      )
      if (file === null) return { saved: false }
      await replaceFile(file, [content], signal)
      return { saved: true }
    },
  }
}
