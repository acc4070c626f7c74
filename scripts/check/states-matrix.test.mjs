import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readStates, states, statesMatrix } from './states-matrix.mjs'

test('every view of the app is led through every state by a spec', async () => {
  const views = await readStates()
  expect(views.map(({ view }) => view)).toContain('What changed')
  const links = await readFile(path.resolve(import.meta.dirname, '../../src/renderer/navigation/views.ts'), 'utf8')
  expect(views).toHaveLength(links.match(/binding: '/g).length)
  for (const { view, cells } of views) {
    expect({ view, missing: states.filter((_, place) => cells[place] === '–') }).toEqual({ view, missing: [] })
  }
})

test('docs/states.md is up to date; the head of states-matrix.mjs says how to write it', async () => {
  const written = await readFile(path.resolve(import.meta.dirname, '../../docs/states.md'), 'utf8')
  expect(written).toBe(await statesMatrix())
})
