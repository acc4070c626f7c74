import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, onTestFinished, vi } from 'vitest'
import { AppError } from '../../contract/errors'
import { longestCopy } from '../../contract/limits'
import { announced } from '../testing/announced'
import { renderView } from '../testing/render'
import { copyText, useCopy } from './copy-text'

const tooLong = 'Too long to copy.'
const longest = 'x'.repeat(longestCopy)

const copied = (bridge: ReturnType<typeof renderView>['bridge']) =>
  bridge.calls.filter(({ name }) => name === 'shell.copyText')

it.each([
  ['text', 'a', undefined],
  ['longest text', longest, undefined],
  ['longest text with formatting', 'a', longest],
])('copies a %s, and says so', async (_, text, html) => {
  const { bridge } = renderView(null, { answers: { 'shell.copyText': () => null } })
  await act(async () => expect(await copyText(text, 'Copied it', { tooLong, html })).toBe(true))
  expect(await screen.findByText('Copied it')).toBeInTheDocument()
  expect(copied(bridge)).toEqual([{ name: 'shell.copyText', input: { text, html } }])
})

it.each([
  ['as text', `${longest}x`, undefined],
  ['as text, whatever its formatting', `${longest}x`, 'a'],
  ['with its formatting', 'a', `${longest}x`],
])('copies nothing that is too long %s, and says so', async (_, text, html) => {
  const { bridge } = renderView(null)
  await act(async () => expect(await copyText(text, 'Copied it', { tooLong, html })).toBe(false))
  expect(await screen.findByText(tooLong)).toBeInTheDocument()
  expect(screen.queryByText('Copied it')).not.toBeInTheDocument()
  expect(copied(bridge)).toEqual([])
})

function Button() {
  const { isCopied, copy } = useCopy(tooLong)
  return (
    <button type="button" onClick={() => copy('a')}>
      {isCopied ? 'Done' : 'Copy'}
    </button>
  )
}

it('shows on the button for a moment that it copied', async () => {
  renderView(<Button />, { answers: { 'shell.copyText': () => null } })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: false })
  onTestFinished(() => void vi.useRealTimers())
  await act(async () => screen.getByRole('button').click())
  await vi.waitFor(() => expect(screen.getByRole('button')).toHaveTextContent('Done'))
  expect(screen.getByRole('status', { name: 'Announcements' })).toHaveTextContent('Copied')
  act(() => void vi.advanceTimersByTime(1000))
  expect(screen.getByRole('button')).toHaveTextContent('Done')
  act(() => void vi.advanceTimersByTime(1000))
  expect(screen.getByRole('button')).toHaveTextContent('Copy')
})

it('says why a text was not copied, and shows no success', async () => {
  renderView(<Button />, {
    answers: {
      'shell.copyText': () => {
        throw new AppError('INTERNAL', 'The clipboard is taken.')
      },
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText(/The clipboard is taken\./)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Copy' })).toBeInTheDocument()
  await announced('')
})
