// The address of updates: a file in the profile that the person or their administrator writes. The app never writes it and
// no call of the page reaches it, as an update is code: whoever names its address decides what runs on this computer.
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { AppError } from '../../contract/errors'
import { parseBaseAddress } from '../service/address'
import { safeLink } from '../shell/safe-link'

export const updateFileName = 'updates.json'

export type UpdateSource =
  | { readonly kind: 'none' }
  /** `reason` is worded for people. The page gets it, but never `file`. */
  | { readonly kind: 'invalid'; readonly reason: string; readonly file: string }
  | {
      readonly kind: 'set'
      /** Without a slash at its end. */
      readonly address: string
      readonly origin: string
      /** For people whose installation the app can't replace. */
      readonly page: string | null
    }

export interface UpdateAddressDeps {
  readonly profile: string
  /** http on this computer, for tests. In an installed app any program on that port could replace it. */
  readonly allowsHttp: boolean
  readonly platform?: NodeJS.Platform
}

const UpdateFile = z.strictObject({ address: z.string(), page: z.string().optional() })

export async function readUpdateSource(deps: UpdateAddressDeps): Promise<UpdateSource> {
  const { profile, allowsHttp, platform = process.platform } = deps
  const file = path.join(profile, updateFileName)
  const invalid = (reason: string): UpdateSource => ({ kind: 'invalid', reason, file })
  try {
    const text = await readFile(file, 'utf8')
    for (const place of platform === 'win32' ? [] : [file, profile]) {
      if (((await stat(place)).mode & 0o022) !== 0)
        return invalid(
          `Other users of this computer can change the update address, so it isn’t used. Allow only yourself to write to ${updateFileName} and its folder.`,
        )
    }
    const content = UpdateFile.safeParse(JSON.parse(text))
    if (!content.success) return invalid('The file with the update address needs an “address”. A “page” is optional.')
    const { href, origin } = parseBaseAddress(content.data.address)
    if (!allowsHttp && !href.startsWith('https:')) return invalid('The update address must start with https://.')
    const page = content.data.page === undefined ? null : safeLink(content.data.page, null)
    return { kind: 'set', address: href, origin, page }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { kind: 'none' }
    return invalid(error instanceof AppError ? error.message : 'The file with the update address couldn’t be read.')
  }
}
