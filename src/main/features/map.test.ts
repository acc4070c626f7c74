// The map of the real library, and its drawing to real files.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { map, noFilter } from '../../contract/features/map'
import { generateInsight, generateInsights } from '../../library/testing/generated-insights'
import { openTestLibrary, syncItems, workspace } from '../../library/testing/opened-library'
import { mapHandlers } from './map'

const context = { signal: new AbortController().signal }
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'map-'))
  const made = folder
  return () => rmSync(made, { recursive: true, force: true })
})

async function start({ file = path.join(folder, 'saved') as string | null, now = new Date(2025, 5, 1, 12) } = {}) {
  const opened = await openTestLibrary('memory')
  const names: string[] = []
  const handlers = mapHandlers({
    library: opened.library,
    dialogs: {
      async chooseFile(name) {
        names.push(name)
        return file
      },
    },
    now: () => now,
  })
  return { handlers, names, opened }
}

test('judges the freshness of evidence on the map by its own clock', async () => {
  const [insight, other] = [generateInsight(1), generateInsight(2)]
  const solutions = [...insight.solutions, ...other.solutions].slice(0, 1)
  const feedback = [...insight.feedback, ...other.feedback]
    .slice(0, 1)
    .map((piece) => ({ ...piece, createdAt: '2025-05-01T00:00:00Z' }))
  for (const [now, gaps] of [
    [new Date(2025, 5, 1), 0],
    [new Date(2025, 11, 1), 1],
  ] as const) {
    const { handlers, opened } = await start({ now })
    await syncItems(opened.library, [{ ...insight, solutions, feedback }])
    expect((await handlers.top({ workspace, filter: noFilter }, context)).gaps.notFresh).toBe(gaps)
  }
})

test('does not miss evidence for a cancelled solution', async () => {
  const insight = generateInsight(1)
  const [solution] = generateInsights(20).flatMap(({ solutions }) => solutions)
  if (solution === undefined) throw new Error('The generated insights have no solution.')
  for (const [status, gaps] of [
    ['Planned', 1],
    ['Cancelled', 0],
  ] as const) {
    const { handlers, opened } = await start({ now: new Date(2025, 11, 1) })
    await syncItems(opened.library, [{ ...insight, solutions: [{ ...solution, status }], feedback: [] }])
    expect((await handlers.top({ workspace, filter: noFilter }, context)).gaps.notFresh).toBe(gaps)
  }
})

test('writes a drawing to the chosen file, and suggests a name from the workspace', async () => {
  const { handlers, names } = await start()
  const workspaceName = 'Juniper Bikes'
  const text = '<svg xmlns="http://www.w3.org/2000/svg"></svg>'
  expect(await handlers.save({ workspaceName, drawing: { format: 'svg', text } }, context)).toEqual({ saved: true })
  expect(readFileSync(path.join(folder, 'saved'), 'utf8')).toBe(text)
  const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
  const drawing = { format: 'png', base64: image.toString('base64') } as const
  expect(await handlers.save({ workspaceName, drawing }, context)).toEqual({ saved: true })
  expect(readFileSync(path.join(folder, 'saved'))).toEqual(image)
  expect(names).toEqual(['Juniper Bikes map 2025-06-01.svg', 'Juniper Bikes map 2025-06-01.png'])
})

test('writes nothing if the person cancels or the drawing is not an image', async () => {
  const { handlers } = await start({ file: null })
  const drawing = { format: 'svg', text: '<svg ></svg>' } as const
  expect(await handlers.save({ workspaceName: '', drawing }, context)).toEqual({ saved: false })
  const base64 = Buffer.from('MZ not an image').toString('base64')
  const other = await start()
  const refused = other.handlers.save({ workspaceName: '', drawing: { format: 'png', base64 } }, context)
  await expect(refused).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(other.names).toEqual([])
  expect(readdirSync(folder)).toEqual([])
  const save = (given: object) => map.save.input.safeParse({ workspaceName: '', drawing: given }).success
  expect(save({ format: 'svg', text: '<html></html>' })).toBe(false)
  expect(save({ format: 'png', base64: 'not base64!' })).toBe(false)
})
