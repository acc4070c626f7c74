// Keeps changes across restarts in a file of JSON lines. The first line holds the parameters of the seed. Each further
// line is one change, appended and flushed to disk before the change is answered. An append costs the same with 100
// insights and with 100,000, because the seed itself is never written: the first line is enough to make it again.
import { type FileHandle, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { Change } from './changes'

/** The parameters of the seed, and all else that must outlive a restart. */
const Header = z.strictObject({
  /** The second format added weeks that pass; files of the first stay usable. */
  format: z.enum(['discovery-sandbox/1', 'discovery-sandbox/2']),
  today: z.iso.date(),
  /** Number of insights to generate; null = the seeded ones. */
  insights: z.int().min(0).nullable(),
  /** Hex. Tokens handed out before a restart stay valid after it. */
  secret: z.string().regex(/^[0-9a-f]{64}$/),
  instance: z.string().regex(/^[0-9a-f]{16}$/),
})

const Line = z.union([Change, z.strictObject({ kind: z.literal('listening'), port: z.int().min(1).max(65_535) })])

export type Header = z.infer<typeof Header>
type Line = z.infer<typeof Line>

export interface DataFile {
  readonly header: Header
  readonly changes: readonly Change[]
  /** Port that the sandbox last listened on. */
  readonly lastPort: number | undefined
  /** Resolves when the line is on disk. Rejects, with the file as it was before, when it cannot be written. */
  append(line: Line): Promise<void>
  close(): Promise<void>
}

const lineFeed = 0x0a

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder, and a rename is durable without it there.
  if (process.platform === 'win32') return
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Writes under a temporary name first, so that a crash leaves either no file or a whole header. */
async function create(path: string, header: Header): Promise<Buffer> {
  const bytes = Buffer.from(`${JSON.stringify(header)}\n`)
  const temporary = `${path}.${process.pid}.new`
  // It holds the secret, so only its owner may read it.
  const file = await open(temporary, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, path)
  await syncFolder(path)
  return bytes
}

async function existing(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** @param number of the line, from 1; a bad first line means that this is not a data file at all */
function unusable(path: string, number: number): Error {
  const what = number === 1 ? 'is not a data file of this sandbox' : `is damaged in line ${number}`
  return new Error(`${path} ${what}. Nothing was changed. Choose another file, or move this one.`)
}

function parsed<T>(path: string, schema: z.ZodType<T>, text: string, number: number): T {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw unusable(path, number)
  }
  const result = schema.safeParse(value)
  if (!result.success) throw unusable(path, number)
  return result.data
}

function appender(path: string, file: FileHandle, start: number): DataFile['append'] {
  let size = start
  return async (line) => {
    if ((await file.stat()).size !== size) throw new Error(`${path} was changed by another program`)
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`)
    try {
      for (let done = 0; done < bytes.length; ) {
        done += (await file.write(bytes, done, bytes.length - done, size + done)).bytesWritten
      }
      await file.datasync()
    } catch (error) {
      // Part of a line would corrupt the next one.
      await file.truncate(size)
      throw error
    }
    size += bytes.length
  }
}

/**
 * Opens the file, or creates it with the given header. Rejects without writing anything when the file is damaged or is
 * another kind of file. A crash during an append leaves a last line without its end. That change was never answered, so
 * it is dropped.
 */
export async function openDataFile(path: string, fresh: Header): Promise<DataFile> {
  const bytes = (await existing(path)) ?? (await create(path, fresh))
  const end = bytes.lastIndexOf(lineFeed) + 1
  const [first = '', ...rest] = bytes.subarray(0, end).toString('utf8').split('\n').slice(0, -1)
  const header = parsed(path, Header, first, 1)
  const lines = rest.map((text, index) => parsed(path, Line, text, index + 2))
  const file = await open(path, 'r+')
  try {
    if (end < bytes.length) await file.truncate(end)
  } catch (error) {
    await file.close()
    throw error
  }
  const ports = lines.flatMap((line) => (line.kind === 'listening' ? [line.port] : []))
  return {
    header,
    changes: lines.flatMap((line) => (line.kind === 'listening' ? [] : [line])),
    lastPort: ports.at(-1),
    append: appender(path, file, end),
    close: () => file.close(),
  }
}
