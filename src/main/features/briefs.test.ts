// Briefs of the real library, to real files.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import { briefs } from '../../contract/features/briefs'
import { generateInsight } from '../../library/testing/generated-insights'
import { openTestLibrary, syncItems, workspace } from '../../library/testing/opened-library'
import { briefsHandlers } from './briefs'

const context = { signal: new AbortController().signal }
const pdf = Buffer.from('%PDF-1.4 …')
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'briefs-'))
  const made = folder
  return () => rmSync(made, { recursive: true, force: true })
})

async function start({
  file = path.join(folder, 'saved') as string | null,
  printPage = async () => pdf,
  requireMayShow = () => {},
} = {}) {
  const opened = await openTestLibrary('memory')
  const insight = generateInsight(1)
  await syncItems(opened.library, [insight])
  const names: string[] = []
  const handlers = briefsHandlers({
    library: opened.library,
    dialogs: {
      async chooseFile(name) {
        names.push(name)
        return file
      },
    },
    requireMayShow,
    printPage,
    now: () => new Date(2025, 5, 1, 12),
  })
  return { handlers, names, subject: { kind: 'insight' as const, id: insight.id } }
}

test('returns a brief with its kept edit and figures, and when they were kept', async () => {
  const { handlers, subject } = await start()
  const ask = () => handlers.get({ workspace, subject, includesHidden: false }, context)
  const { brief, kept } = await ask()
  expect(brief.figures.insights).toBe(1)
  expect(kept).toBeNull()
  const edit = { claim: null, reason: 'Riders say so.', quotes: null }
  await handlers.keep({ workspace, subject, edit, began: { ...edit, reason: null }, figures: brief.figures }, context)
  expect((await ask()).kept).toEqual({ edit, figures: brief.figures, keptAt: new Date(2025, 5, 1, 12).toISOString() })
})

test('writes Markdown and PDF to the chosen file, and suggests a name from the record', async () => {
  const { handlers, names } = await start()
  const text = '# Riders want range\n'
  const title = 'Riders: want/range'
  expect(await handlers.save({ title, content: { format: 'markdown', text } }, context)).toEqual({ saved: true })
  expect(readFileSync(path.join(folder, 'saved'), 'utf8')).toBe(text)
  expect(await handlers.save({ title, content: { format: 'pdf' } }, context)).toEqual({ saved: true })
  expect(readFileSync(path.join(folder, 'saved'))).toEqual(pdf)
  expect(names).toEqual([
    'Riders want range evidence brief 2025-06-01.md',
    'Riders want range evidence brief 2025-06-01.pdf',
  ])
})

test('leaves nothing behind when the person cancels, or when the page cannot be printed', async () => {
  const cancelled = await start({ file: null })
  const content = { format: 'pdf' } as const
  expect(await cancelled.handlers.save({ title: '', content }, context)).toEqual({ saved: false })
  const failing = await start({ printPage: () => Promise.reject(new AppError('NOT_FOUND', 'Closed.')) })
  await expect(failing.handlers.save({ title: '', content }, context)).rejects.toThrow('Closed.')
  expect(failing.names).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

test('prints nothing while the page may not ask for a file, and prints one at a time', async () => {
  let prints = 0
  let end = () => {}
  const printPage = () => {
    prints += 1
    return new Promise<typeof pdf>((resolve) => {
      end = () => resolve(pdf)
    })
  }
  const content = { format: 'pdf' } as const
  const refused = await start({
    printPage,
    requireMayShow() {
      throw new AppError('NOT_ASKED', 'Another question is open.')
    },
  })
  await expect(refused.handlers.save({ title: '', content }, context)).rejects.toMatchObject({ code: 'NOT_ASKED' })
  expect(prints).toBe(0)
  const { handlers } = await start({ printPage })
  const first = handlers.save({ title: '', content }, context)
  await expect(handlers.save({ title: '', content }, context)).rejects.toThrow('Another PDF is being saved.')
  end()
  expect(await first).toEqual({ saved: true })
  expect(prints).toBe(1)
})

test('truncates kept sources, accepts text longer than can be typed, and reads figures of an earlier version', async () => {
  const { handlers, subject } = await start()
  const { brief } = await handlers.get({ workspace, subject, includesHidden: false }, context)
  const edit = { claim: null, reason: 'Riders say so.', quotes: null }
  const sources = Array.from({ length: 1_500 }, () => ({ source: 'S'.repeat(1_000), count: 1 }))
  const input = briefs.keep.input.parse({
    workspace,
    subject,
    edit,
    began: edit,
    figures: { ...brief.figures, sources },
  })
  expect(input.figures.sources).toHaveLength(1_000)
  expect(input.figures.sources[0]).toEqual({ source: 'S'.repeat(300), count: 1 })
  const kept = { edit: { ...edit, reason: 'a'.repeat(30_002) }, figures: { ...brief.figures, sources }, keptAt: '' }
  expect(briefs.get.output.safeParse({ brief: { ...brief, figures: kept.figures }, kept }).success).toBe(true)
  // Joined from two, of which only the claim is edited.
  const joined = { ...kept.edit, claim: 'a'.repeat(4_002) }
  expect(briefs.keep.input.safeParse({ ...input, began: joined, edit: { ...joined, claim: 'New' } }).success).toBe(true)
  expect(briefs.keep.input.safeParse({ ...input, edit: joined }).success).toBe(true)
  const { otherSentiments: _, ...ofEarlierVersion } = brief.figures
  const old = briefs.get.output.parse({ brief, kept: { ...kept, figures: ofEarlierVersion } })
  expect(old.kept?.figures.otherSentiments).toEqual([])
})
