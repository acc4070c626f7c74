import { expect, it } from 'vitest'
import readme from '../../../README.md?raw'
import { everyKey } from './every-key'

const names: Readonly<Record<string, string>> = {
  '↓': 'ArrowDown',
  '↑': 'ArrowUp',
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
  Esc: 'Escape',
  Menu: 'ContextMenu',
  'Page down': 'PageDown',
  'Page up': 'PageUp',
}

const modifiers: Readonly<Record<string, string>> = { 'Ctrl/Cmd': 'mod', Shift: 'shift', Alt: 'alt' }

/** "Ctrl/Cmd K" -> "mod+k", "Shift ↓" -> "shift+ArrowDown". */
function bindingOf(written: string): string {
  const [, modifier, key = ''] = /^(?:(Ctrl\/Cmd|Shift|Alt) )?(.*)$/.exec(written) ?? []
  const name = names[key] ?? (key.length === 1 ? key.toLowerCase() : key)
  return modifier === undefined ? name : `${modifiers[modifier]}+${name}`
}

it('matches the keyboard shortcuts in the README, each listed once', () => {
  const section = /^## Keyboard shortcuts\n([\s\S]*?)^## /m.exec(readme)?.[1] ?? ''
  const cells = section.split('\n').flatMap((line) => /^\| (`.*?`) \|/.exec(line)?.[1] ?? [])
  const told = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, key = '']) => bindingOf(key)))
  expect(told.toSorted()).toEqual([...everyKey].toSorted())
})
