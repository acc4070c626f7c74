import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import { deletionByIdWanted } from '../../navigation/location-state'
import { address, giveSize } from '../../records/list-testing'
import { pasteInto } from '../../testing/paste-into'
import { testWorkspace } from '../../testing/render'
import { sampleId, sampleOutcome } from '../../testing/sample-records'
import { button, deletions, inProduction, open, production, rich } from './deletion-testing'

beforeEach(giveSize)

async function openById() {
  await userEvent.click(await screen.findByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete by ID…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete goal by ID' })
  return { dialog, field: within(dialog).getByRole('textbox', { name: 'Goal ID' }) }
}

it('deletes an unknown goal by ID, and says that its linked records are not available', async () => {
  const { bridge } = open()
  const { dialog, field } = await openById()
  await waitFor(() => expect(field).toHaveFocus())
  expect(button(dialog, 'Delete')).toBeDisabled()
  expect(dialog).not.toHaveTextContent('No insight is linked to this goal')
  await userEvent.type(field, `${sampleId(99)} {Enter}`)
  expect(await within(dialog).findByText(/linked records aren’t available here/)).toBeInTheDocument()
  expect(deletions(bridge)).toEqual([])
  await userEvent.click(button(dialog, 'Delete'))
  expect(await screen.findByText(/was already deleted/)).toBeInTheDocument()
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(deletions(bridge)).toEqual([{ workspace: testWorkspace, id: sampleId(99), confirmation: null }])
})

it('returns the focus to the menu it was opened from', async () => {
  open()
  const { dialog, field } = await openById()
  await waitFor(() => expect(field).toHaveFocus())
  await userEvent.click(button(dialog, 'Cancel'))
  await waitFor(() => expect(screen.getByRole('button', { name: 'More' })).toHaveFocus())
})

it('returns the focus to the button of the menu when nothing is chosen', async () => {
  open()
  const more = await screen.findByRole('button', { name: 'More' })
  await userEvent.click(more)
  const item = await screen.findByRole('menuitem', { name: 'Delete by ID…' })
  act(() => item.focus())
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(item).not.toBeInTheDocument())
  await waitFor(() => expect(more).toHaveFocus())
})

it('closes with Escape, but not while the goal is being deleted', async () => {
  const first = open()
  const { dialog } = await openById()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  first.unmount()
  let refuse = () => {}
  open({
    answers: {
      'outcomes.delete': () => new Promise((_, reject) => (refuse = () => reject(new AppError('SERVICE_FAILED', '')))),
    },
  })
  const again = await openById()
  await pasteInto(again.field, sampleId(99))
  await waitFor(() => expect(button(again.dialog, 'Delete')).toBeEnabled())
  await userEvent.click(button(again.dialog, 'Delete'))
  await userEvent.keyboard('{Escape}')
  await act(async () => refuse())
  expect(await within(again.dialog).findByRole('alert')).toBeInTheDocument()
})

it('shows the error of one goal no longer once another ID is typed', async () => {
  open({
    answers: {
      'outcomes.delete': () => {
        throw new AppError('SERVICE_FAILED', '')
      },
    },
  })
  const { dialog, field } = await openById()
  await pasteInto(field, sampleId(99))
  await waitFor(() => expect(button(dialog, 'Delete')).toBeEnabled())
  await userEvent.click(button(dialog, 'Delete'))
  expect(await within(dialog).findByRole('alert')).toBeInTheDocument()
  await userEvent.clear(field)
  await pasteInto(field, sampleId(98))
  await waitFor(() => expect(button(dialog, 'Delete')).toBeEnabled())
  expect(within(dialog).queryByRole('alert')).not.toBeInTheDocument()
})

it('opens once when the navigation state asks for it, and leaves no trace in the address', async () => {
  open({ route: { pathname: '/goals', search: '?q=number', state: deletionByIdWanted } })
  const dialog = await screen.findByRole('dialog', { name: 'Delete goal by ID' })
  await userEvent.click(button(dialog, 'Cancel'))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(address()).toBe('/goals?q=number')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search goals' }), ' 2')
  await waitFor(() => expect(address()).toBe('/goals?q=number+2'))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('disables deletion in a locked environment when opened from elsewhere, and says why', async () => {
  open({ route: { pathname: '/goals', state: deletionByIdWanted }, answers: inProduction(true) })
  const dialog = await screen.findByRole('dialog', { name: 'Delete goal by ID' })
  expect(dialog).toHaveTextContent('This environment is read-only. Unlock editing to make changes.')
  const field = within(dialog).getByRole('textbox', { name: 'Goal ID' })
  expect(field).toHaveAccessibleDescription('For a goal that no insight is linked to: it isn’t in any list.')
  await pasteInto(field, sampleId(2))
  expect(button(dialog, 'Delete')).toBeDisabled()
})

it('disables deletion until the ID has been looked up', async () => {
  let answer = () => {}
  const { bridge } = open({
    answers: { 'outcomes.get': () => new Promise((resolve) => (answer = () => resolve(rich))) },
  })
  const { dialog, field } = await openById()
  await pasteInto(field, sampleId(2))
  await waitFor(() => expect(bridge.calls.map(({ name }) => name)).toContain('outcomes.get'))
  expect(button(dialog, 'Delete')).toBeDisabled()
  answer()
  await waitFor(() => expect(button(dialog, 'Delete')).toBeEnabled())
})

it('allows deletion while the ID is looked up again in the background', async () => {
  let looks = 0
  const { bridge } = open({
    answers: {
      'outcomes.get': () => {
        looks += 1
        if (looks > 1) return new Promise(() => {})
        throw new AppError('NOT_FOUND', '')
      },
    },
  })
  const { dialog, field } = await openById()
  await pasteInto(field, sampleId(99))
  await waitFor(() => expect(button(dialog, 'Delete')).toBeEnabled())
  act(() => bridge.push('library.changed', { workspace: testWorkspace, features: ['outcomes'] }))
  await waitFor(() => expect(looks).toBe(2))
  expect(button(dialog, 'Delete')).toBeEnabled()
  expect(within(dialog).getByText(/No insight is linked to this goal/)).toBeInTheDocument()
  expect(dialog).not.toHaveTextContent('A copy stays in Activity')
})

it('shows the goal of a known ID with its links', async () => {
  open()
  const { dialog, field } = await openById()
  await pasteInto(field, sampleId(2))
  expect(await within(dialog).findByText('Goal number 2')).toBeInTheDocument()
  expect(await within(dialog).findByText('Trust the range')).toBeInTheDocument()
})

it.each([
  ['00000000-0000-4000-8000-00000000abcd', '00000000-0000-4000-8000-00000000ABCD'],
  ['00000000-0000-4000-8000-00000000ABCD', '00000000-0000-4000-8000-00000000abcd'],
])('offers the goal %s, and deletes none, when %s is typed', async (id, typed) => {
  const { bridge } = open({ outcomes: [{ ...rich, id }] })
  const { dialog, field } = await openById()
  await pasteInto(field, typed)
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Use its ID' }))
  expect(await within(dialog).findByText('Trust the range')).toBeInTheDocument()
  expect(field).toHaveValue(id)
  expect(field).toHaveFocus()
  await waitFor(() => expect(button(dialog, 'Delete')).toBeEnabled())
  await userEvent.click(button(dialog, 'Delete'))
  await waitFor(() => expect(deletions(bridge)).toEqual([{ workspace: testWorkspace, id, confirmation: null }]))
})

it('deletes no goal by an ID that only capitals distinguish from that of a known one', async () => {
  const { bridge } = open({ outcomes: [{ ...rich, id: '00000000-0000-4000-8000-00000000abcd' }] })
  const { dialog, field } = await openById()
  await pasteInto(field, '00000000-0000-4000-8000-00000000ABCD')
  expect(await within(dialog).findByText(/has the same ID except for capital letters/)).toBeInTheDocument()
  expect(dialog).not.toHaveTextContent('No insight is linked to this goal')
  expect(button(dialog, 'Delete')).toBeDisabled()
  await userEvent.clear(field)
  await pasteInto(field, '00000000-0000-4000-8000-00000000ABCE')
  expect(await within(dialog).findByText(/No insight is linked to this goal/)).toBeInTheDocument()
  await waitFor(() => expect(button(dialog, 'Delete')).toBeEnabled())
  expect(deletions(bridge)).toEqual([])
})

it('names a known goal without a title by its ID', async () => {
  open({ outcomes: [sampleOutcome(2, { title: '' })] })
  const { dialog, field } = await openById()
  await pasteInto(field, sampleId(2))
  expect(await within(dialog).findByText('Untitled 00000000')).toBeInTheDocument()
})

it('masks the title of a hidden goal', async () => {
  open({ outcomes: [sampleOutcome(2, { title: 'A secret', hideContent: true })] })
  const { dialog, field } = await openById()
  await pasteInto(field, sampleId(2))
  expect(await within(dialog).findByText('Hidden content', { selector: 'p' })).toBeInTheDocument()
  expect(dialog).not.toHaveTextContent('A secret')
})

it('distinguishes a failed look-up from an unknown goal, and tries again on request', async () => {
  let isBroken = true
  let answer = () => {}
  const broken = () => {
    if (isBroken) throw new AppError('LIBRARY_UNAVAILABLE', '')
    return new Promise<typeof rich>((resolve) => {
      answer = () => resolve(rich)
    })
  }
  open({ answers: { 'outcomes.get': broken } })
  const { dialog, field } = await openById()
  await pasteInto(field, sampleId(2))
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('The local library isn’t ready')
  expect(dialog).not.toHaveTextContent('No insight is linked to this goal')
  expect(button(dialog, 'Delete')).toBeDisabled()
  isBroken = false
  await userEvent.click(button(dialog, 'Try again'))
  // It keeps the focus until the answer is there.
  expect(button(dialog, 'Try again')).toHaveFocus()
  await act(async () => answer())
  expect(await within(dialog).findByText('Goal number 2')).toBeInTheDocument()
  expect(within(dialog).queryByRole('alert')).not.toBeInTheDocument()
  expect(button(dialog, 'Delete')).toBeEnabled()
})

it('shows a known goal without the failed look-up of its ID in other capitals', async () => {
  const id = '00000000-0000-4000-8000-00000000abcd'
  let answer = () => {}
  open({
    answers: {
      'outcomes.get': (input) => {
        if (input.id !== id) throw new AppError('LIBRARY_UNAVAILABLE', '')
        return new Promise((resolve) => (answer = () => resolve({ ...rich, id })))
      },
    },
  })
  const { dialog, field } = await openById()
  await pasteInto(field, id)
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('The local library isn’t ready')
  answer()
  await waitFor(() => expect(button(dialog, 'Delete')).toBeEnabled())
  expect(within(dialog).getByText('Goal number 2')).toBeInTheDocument()
  expect(within(dialog).queryByRole('alert')).not.toBeInTheDocument()
})

it('asks for the title of a known goal in production, and for the ID of an unknown one', async () => {
  const { bridge } = open({ answers: inProduction(false) })
  const { dialog, field } = await openById()
  await pasteInto(field, sampleId(2))
  expect(await within(dialog).findByLabelText('Type the title to confirm')).toBeInTheDocument()
  await userEvent.clear(field)
  await pasteInto(field, sampleId(99))
  const confirm = await within(dialog).findByLabelText('Type the id to confirm')
  await userEvent.type(confirm, sampleId(99))
  await waitFor(() => expect(button(dialog, 'Delete')).toBeEnabled())
  await userEvent.click(button(dialog, 'Delete'))
  await waitFor(() =>
    expect(deletions(bridge)).toEqual([{ workspace: production, id: sampleId(99), confirmation: sampleId(99) }]),
  )
})
