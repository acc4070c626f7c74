import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { keyIn } from '../../contract/workspace-key'
import { saveBeforeClosing } from '../client/closing'
import { testWorkspace } from '../testing/places'
import { useTypedText } from './use-typed-text'
import { createUnsaved, useUnsaved } from './use-unsaved'

it('saves for a field that is gone until that succeeds, and leaves later text to the next field', async () => {
  const unsaved = createUnsaved<string>()
  const key = keyIn(testWorkspace, 'topic:t')
  const render = (save: () => Promise<unknown>) => renderHook(() => useUnsaved({ unsaved, key, save }))
  const first = vi.fn(async () => {})
  first.mockRejectedValueOnce(new Error('The disk is full.'))
  const gone = render(first)
  gone.result.current.saveSoon('Ask Anna', '')
  gone.unmount()
  await expect.poll(() => unsaved.typed.get(key)?.sent).toEqual(['Ask Anna'])
  await saveBeforeClosing()
  expect(first).toHaveBeenCalledTimes(2)
  expect(unsaved.typed.has(key)).toBe(false)

  const second = vi.fn(async () => {})
  const { result, unmount } = render(second)
  result.current.saveSoon('Ask Anna and Ben', 'Ask Anna')
  await saveBeforeClosing()
  expect(second).toHaveBeenCalledTimes(1)
  expect(first).toHaveBeenCalledTimes(2)
  unmount()
})

it('keeps a saved note in its field until the note is read again, also if it was changed elsewhere before', async () => {
  const unsaved = createUnsaved<string>()
  const key = keyIn(testWorkspace, 'topic:u')
  const save = async () => {}
  const { result, rerender } = renderHook(({ stored }) => useTypedText({ unsaved, key, stored, save }), {
    initialProps: { stored: 'Ask' },
  })
  rerender({ stored: 'Ask Anna' })
  expect(result.current.text).toBe('Ask Anna')
  act(() => result.current.type('Ask Anna and Ben'))
  await act(() => result.current.flush())
  expect(unsaved.typed.has(key)).toBe(false)
  rerender({ stored: 'Ask Anna' })
  expect(result.current.text).toBe('Ask Anna and Ben')
})

it('leaves the space after the last word of a saved note, after which the person may type on', async () => {
  const unsaved = createUnsaved<string>()
  const key = keyIn(testWorkspace, 'topic:v')
  const save = async () => {}
  const { result, rerender } = renderHook(({ stored }) => useTypedText({ unsaved, key, stored, save }), {
    initialProps: { stored: '' },
  })
  act(() => result.current.type('Ask '))
  await act(() => result.current.flush())
  rerender({ stored: 'Ask' })
  expect(result.current.text).toBe('Ask ')
})
