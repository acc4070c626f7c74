import type { ContextMenuParams } from 'electron'
import { expect, test, vi } from 'vitest'
import { textMenuTemplate } from './text-menu'

vi.mock('electron', () => ({ Menu: {} }))

const flags: ContextMenuParams['editFlags'] = {
  canUndo: true,
  canRedo: false,
  canCut: true,
  canCopy: true,
  canPaste: true,
  canDelete: true,
  canSelectAll: true,
  canEditRichly: false,
}

const offered = (params: Parameters<typeof textMenuTemplate>[0]) =>
  textMenuTemplate(params).flatMap(({ role, enabled }) => (role === undefined ? [] : [`${role} ${enabled}`]))

test('offers the editing commands in a text field, and disables those that do not apply', () => {
  expect(
    offered({ isEditable: true, selectionText: '', editFlags: { ...flags, canCut: false, canCopy: false } }),
  ).toEqual(['undo true', 'redo false', 'cut false', 'copy false', 'paste true', 'selectAll true'])
})

test('offers Copy for selected text outside a field, and nothing without a selection', () => {
  expect(offered({ isEditable: false, selectionText: 'Brakes squeal', editFlags: flags })).toEqual(['copy true'])
  expect(offered({ isEditable: false, selectionText: ' \n', editFlags: flags })).toEqual([])
})
