import { expect, test } from 'vitest'
import { keyTexts } from './KeyNames'

test.each([
  ['mod+k', ['Ctrl+K'], ['⌘K']],
  ['shift+F10', ['Shift+F10'], ['⇧F10']],
  ['alt+ArrowLeft', ['Alt+←'], ['⌥←']],
  ['mod+[', ['Ctrl+['], ['⌘[']],
  ['g i', ['G', 'I'], ['G', 'I']],
  ['Escape', ['Esc'], ['Esc']],
])('names the keys of %s as the platform does', (binding, elsewhere, onMac) => {
  expect(keyTexts(binding, false)).toEqual(elsewhere)
  expect(keyTexts(binding, true)).toEqual(onMac)
})
