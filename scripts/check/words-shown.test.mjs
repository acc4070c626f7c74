import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inProject } from '../setup/paths.mjs'
import { wordsShown, wordsShownPage } from './words-shown.mjs'

const read = (name) => readFileSync(inProject('docs', name), 'utf8')
const shown = [...wordsShown().values()].flat()

test('docs/words-shown.md is up to date; the head of words-shown.mjs says how to write it', () => {
  expect(read('words-shown.md')).toBe(wordsShownPage())
})

test('texts of the page, of menus, of dialogs and of errors are collected', () => {
  for (const text of ['Review and send', 'Search or Run a Command', 'Enter a title.', 'Enter a description.']) {
    expect(shown).toContain(text)
  }
})

test('no sentence uses a term that the glossary rules out', () => {
  const terms = [...read('words.md').matchAll(/^\|[^|]*\|[^|]*\|([^|]*)\|$/gm)]
    .slice(2)
    .flatMap(([, cell]) => cell.split(',').map((term) => term.trim()))
    .filter((term) => term !== '')
  expect(terms.length).toBeGreaterThan(20)
  const broken = shown.flatMap((text) =>
    terms.filter((term) => new RegExp(`\\b${term}\\b`, 'i').test(text)).map((term) => `${term}: ${text}`),
  )
  expect(broken).toEqual([])
})
