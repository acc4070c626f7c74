// electron-updater's way to the update server, in place of its own executor: one origin, no redirects, no credentials,
// bounded sizes, and none of the ids that it would send. A download is a file with the hash that the feed names.
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { CancellationToken } from 'electron-updater'
import { AppError } from '../../contract/errors'
import type { Clock } from '../clock'
import { networkError } from '../service/network-error'

export interface UpdateHttpDeps {
  /** Nothing outside of this origin is requested. */
  readonly origin: string
  /** Electron's, through a session in memory of its own, which honours the system's proxy. Or Node's. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly clock: Clock
  readonly limits?: Partial<UpdateLimits>
}

export interface UpdateLimits {
  readonly feedBytes: number
  readonly downloadBytes: number
  /** The longest time without a single byte. */
  readonly stallMs: number
}

const usualLimits: UpdateLimits = { feedBytes: 256 * 1024, downloadBytes: 1024 ** 3, stallMs: 60_000 }

interface RequestParts {
  readonly protocol?: string | null
  readonly hostname?: string | null
  readonly port?: string | number | null
  readonly path?: string | null
}

interface DownloadOptions {
  readonly sha512?: string | null
  readonly cancellationToken: CancellationToken
  readonly onProgress?: (progress: { readonly total: number; readonly transferred: number }) => void
}

/** The part of electron-updater's executor that it calls where differential downloads are off. Throws AppError. */
export interface UpdateHttp {
  request(parts: RequestParts): Promise<string>
  download(url: URL, destination: string, options: DownloadOptions): Promise<string>
  /** Ends what is under way, and refuses the rest. */
  abort(): void
}

export function createUpdateHttp({ origin, fetch, clock, limits: own }: UpdateHttpDeps): UpdateHttp {
  const limits = { ...usualLimits, ...own }
  const underWay = new Set<AbortController>()
  let isEnded = false

  /** Hands over the body in pieces as they arrive. */
  async function read(
    url: URL,
    most: number,
    take: (piece: Uint8Array, total: number) => Promise<void> | void,
  ): Promise<void> {
    if (url.origin !== origin) throw new AppError('REDIRECTED', 'The update server redirects to another address.')
    const controller = new AbortController()
    const { signal } = controller
    let isStalled = false
    let cancelTimer = () => {}
    const wait = () => {
      cancelTimer()
      cancelTimer = clock.after(limits.stallMs, () => {
        isStalled = true
        controller.abort()
      })
    }
    underWay.add(controller)
    try {
      if (isEnded) controller.abort()
      wait()
      const response = await fetch(url.href, { redirect: 'error', credentials: 'omit', cache: 'no-store', signal })
      assertFound(response)
      const total = Number(response.headers.get('content-length')) || 0
      let received = 0
      const body = response.body as AsyncIterable<Uint8Array> | null
      for await (const piece of body ?? []) {
        wait()
        received += piece.length
        if (received > most) throw new AppError('ANSWER_TOO_LARGE', 'The file is larger than an update can be.')
        await take(piece, total)
      }
    } catch (error) {
      if (isEnded) throw new AppError('CANCELLED', 'The app is closing.')
      if (isStalled) throw new AppError('TIMEOUT', 'The update server stopped answering.')
      if (isFileError(error)) throw error
      throw networkError(error, 'read')
    } finally {
      cancelTimer()
      underWay.delete(controller)
      // Ends a body that was not read to its end.
      controller.abort()
    }
  }

  return {
    abort() {
      isEnded = true
      for (const controller of underWay) controller.abort()
    },
    async request({ protocol, hostname, port, path }) {
      const url = new URL(`${protocol}//${hostname}${port ? `:${port}` : ''}${path ?? '/'}`)
      const pieces: Uint8Array[] = []
      await read(url, limits.feedBytes, (piece) => void pieces.push(piece))
      return Buffer.concat(pieces).toString('utf8')
    },
    async download(url, destination, { sha512, cancellationToken, onProgress }) {
      if (!sha512) throw new AppError('TAMPERED', 'The feed has no SHA-512 of the file.')
      const hash = createHash('sha512')
      const file = await open(destination, 'w', 0o600)
      let transferred = 0
      try {
        await read(url, limits.downloadBytes, async (piece, total) => {
          if (cancellationToken.cancelled) throw new AppError('CANCELLED', 'The download was cancelled.')
          hash.update(piece)
          await file.writeFile(piece)
          transferred += piece.length
          onProgress?.({ total, transferred })
        })
        await file.sync()
      } finally {
        await file.close()
      }
      if (hash.digest('base64') !== sha512)
        throw new AppError('TAMPERED', 'The file isn’t the one that the feed names.')
      return destination
    },
  }
}

function assertFound({ ok, status }: Response): void {
  if (ok) return
  if (status === 404 || status === 410) throw new AppError('NOT_FOUND', 'The update server has no such file.')
  const code = status >= 500 ? 'SERVICE_FAILED' : 'UNEXPECTED_STATUS'
  throw new AppError(code, `The update server answered ${status}.`, { status })
}

/** An error of the disk, not of the network. */
const isFileError = (error: unknown) => error instanceof Error && 'syscall' in error && error.syscall === 'write'
