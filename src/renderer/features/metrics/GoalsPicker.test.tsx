import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { AppError } from '../../../contract/errors'
import { pasteInto } from '../../testing/paste-into'
import { renderView, testWorkspace } from '../../testing/render'
import { sampleOutcome } from '../../testing/sample-records'
import { GoalsPicker } from './GoalsPicker'
import { goalId, inputs } from './metrics-testing'

function Picker() {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const linked = new Set(['goal-2'])
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map())
  const onChosen = (ids: readonly string[], seen: ReadonlyMap<string, string>) => {
    setChosen(ids)
    setTitles((before) => new Map([...before, ...seen]))
  }
  const [isOpen, setIsOpen] = useState(false)
  const state = { chosen, linked, titles, onChosen, text, onText: setText, isOpen, onOpen: setIsOpen }
  return <GoalsPicker ref={field} workspace={testWorkspace} {...state} problem={null} />
}

const at = '2025-01-01T00:00:00.000Z'
const figures = { insights: 1, unseen: 0, feedback: 0, opportunities: 0, solutions: 0, metrics: 0 }
const texts = { id: 'goal-1', title: 'Longer rides', summary: '', createdAt: at, updatedAt: at }
const row = { ...texts, ...figures, priority: 1, rank: 1, trend: null, hideContent: false }

it('offers goals during a search, marks the ones already linked, and stays open for the next choice', async () => {
  renderView(<Picker />, {
    answers: {
      'outcomes.query': () => ({ rows: [row, { ...row, id: 'goal-2', title: 'Shorter rides' }], total: 2, all: 2 }),
    },
  })
  const picker = await screen.findByRole('combobox', { name: 'Goals to link or unlink' })
  const expectOpen = (isOpen: boolean) => waitFor(() => expect(picker).toHaveAttribute('aria-expanded', String(isOpen)))
  picker.focus()
  await expectOpen(false)
  await userEvent.type(picker, 'rides')
  await userEvent.click(await screen.findByRole('option', { name: 'Longer rides' }))
  await expectOpen(true)
  await userEvent.click(await screen.findByRole('option', { name: 'Shorter rides already linked' }))
  await expectOpen(true)
  expect(screen.getByText('All results are already selected.')).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expectOpen(false)
})

it('queries the typed text, keeps the titles of chosen goals, and does not offer them again', async () => {
  const { bridge } = renderView(<Picker />, {
    answers: {
      'outcomes.query': ({ text }) => {
        const rows = [row, { ...row, id: 'goal-2', title: 'Shorter rides' }].filter(({ title }) => title.includes(text))
        return { rows, total: rows.length, all: 2 }
      },
    },
  })
  const picker = await screen.findByRole('combobox', { name: 'Goals to link or unlink' })
  expect(picker).toHaveAccessibleDescription('Search, or enter IDs.')
  expect(picker).toHaveAttribute('placeholder', 'Search goals')
  await userEvent.type(picker, ' Longer ')
  await waitFor(() => expect(screen.queryByRole('option', { name: /Shorter rides/ })).not.toBeInTheDocument())
  await waitFor(() => expect(inputs(bridge.calls, 'outcomes.query').at(-1)).toMatchObject({ text: 'Longer' }))
  await userEvent.click(screen.getByRole('option', { name: 'Longer rides' }))
  // The chosen goals say what the field is for.
  expect(picker).not.toHaveAttribute('placeholder', 'Search goals')
  await userEvent.clear(picker)
  await userEvent.type(picker, 'Shorter')
  expect(await screen.findByRole('option', { name: /Shorter rides/ })).toBeInTheDocument()
  expect(screen.getByText('Longer rides')).toBeInTheDocument()
  expect(screen.queryByRole('option', { name: 'Longer rides' })).not.toBeInTheDocument()
  await userEvent.clear(picker)
  await userEvent.type(picker, 'boat')
  expect(await screen.findByText('No matching goals.')).toBeInTheDocument()
  await userEvent.tab()
  expect(picker).toHaveValue('boat')
})

it('searches the beginning of a text that is too long to search', async () => {
  const { bridge } = renderView(<Picker />, {
    answers: { 'outcomes.query': () => ({ rows: [row], total: 1, all: 1 }) },
  })
  await pasteInto(
    await screen.findByRole('combobox', { name: 'Goals to link or unlink' }),
    `${'ride '.repeat(99)}rides and more`,
  )
  const begun = `${'ride '.repeat(99)}rides`
  await waitFor(() => expect(inputs(bridge.calls, 'outcomes.query').at(-1)).toMatchObject({ text: begun }))
})

it('shows which words were searched instead in place of the hint', async () => {
  renderView(<Picker />, {
    answers: {
      'outcomes.query': ({ text }) => ({
        ...{ rows: [row], total: 1, all: 2 },
        ...(text === 'longr' && { forgiven: [{ typed: 'longr', words: ['longer'], because: 'similar' }] }),
      }),
    },
  })
  const picker = await screen.findByRole('combobox', { name: 'Goals to link or unlink' })
  await userEvent.type(picker, 'longr')
  await waitFor(() => expect(picker).toHaveAccessibleDescription(/^Showing results for longer ?\.$/))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(picker).toHaveAccessibleDescription('Search, or enter IDs.'))
})

it('chooses pasted ids, each once, names known goals, and leaves the rest of the text in the field', async () => {
  renderView(<Picker />, {
    answers: {
      'outcomes.query': () => ({ rows: [], total: 0, all: 0 }),
      'outcomes.get': ({ id }) => {
        if (id === goalId(1)) throw new AppError('NOT_FOUND', '')
        return sampleOutcome(2, { id })
      },
    },
  })
  const picker = await screen.findByRole('combobox', { name: 'Goals to link or unlink' })
  await userEvent.click(picker)
  expect(await screen.findByText('No goals found in insights. Enter an ID.')).toBeInTheDocument()
  await userEvent.paste(`${goalId(1)}, ${goalId(2)} ${goalId(1)} and`)
  expect(screen.getAllByText(goalId(1))).toHaveLength(1)
  expect(await screen.findByText('Goal number 2')).toBeInTheDocument()
  expect(picker).toHaveValue('and')
  await userEvent.clear(picker)
  await userEvent.paste(goalId(3))
  expect(await screen.findAllByText('Goal number 2')).toHaveLength(2)
  expect(picker).toHaveValue('')
})

it('names a goal without a title by its ID', async () => {
  renderView(<Picker />, { answers: { 'outcomes.query': () => ({ rows: [{ ...row, title: '' }], total: 1, all: 1 }) } })
  await userEvent.click(await screen.findByRole('combobox', { name: 'Goals to link or unlink' }))
  expect(await screen.findByRole('option', { name: 'Untitled goal-1' })).toBeInTheDocument()
})

it('names a hidden goal by its ID, and says when only the first 50 are shown', async () => {
  const hidden = { ...row, hideContent: true }
  renderView(<Picker />, { answers: { 'outcomes.query': () => ({ rows: [hidden], total: 51, all: 51 }) } })
  const picker = await screen.findByRole('combobox', { name: 'Goals to link or unlink' })
  await waitFor(() => expect(picker).toHaveAccessibleDescription('Search, or enter IDs. Showing the first 50.'))
  await userEvent.click(picker)
  expect(await screen.findByRole('option', { name: 'Hidden goal goal-1' })).toBeInTheDocument()
  expect(screen.queryByText('Longer rides')).not.toBeInTheDocument()
})

it('does not open on focus alone, because the list covers the content below', async () => {
  renderView(<Picker />, { answers: { 'outcomes.query': () => ({ rows: [row], total: 1, all: 1 }) } })
  const field = await screen.findByRole('combobox', { name: 'Goals to link or unlink' })
  await userEvent.tab()
  await waitFor(() => expect(field).toHaveFocus())
  expect(field).toHaveAttribute('aria-expanded', 'false')
})

it('does not choose a goal found for other text with Enter', async () => {
  renderView(<Picker />, {
    answers: {
      'outcomes.query': ({ text }) =>
        text === '' ? { rows: [row], total: 1, all: 1 } : new Promise<never>(() => undefined),
    },
  })
  const picker = await screen.findByRole('combobox', { name: 'Goals to link or unlink' })
  await userEvent.type(picker, 'L')
  await screen.findByRole('option', { name: 'Longer rides' })
  await userEvent.type(picker, 'ighter{Enter}')
  expect(screen.queryByText('Longer rides')).not.toBeInTheDocument()
  expect(picker).toHaveValue('Lighter')
})

it('chooses the first goal found with Enter, even when it arrives after the last keystroke', async () => {
  let answer: () => void = () => undefined
  const shorter = { ...row, id: 'goal-2', title: 'Shorter rides' }
  renderView(<Picker />, {
    answers: {
      'outcomes.query': async ({ text }) => {
        if (text === '') return { rows: [row], total: 1, all: 2 }
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        return { rows: [shorter], total: 1, all: 2 }
      },
    },
  })
  const picker = await screen.findByRole('combobox', { name: 'Goals to link or unlink' })
  await userEvent.type(picker, 'Shorter')
  await waitFor(() => {
    answer()
    expect(screen.getByRole('option', { name: /Shorter rides/ })).toBeInTheDocument()
  })
  for (const key of ['Shift', 'Alt', 'Control', 'Meta']) await userEvent.keyboard(`{${key}>}{Enter}{/${key}}`)
  // Ends the composition of a character.
  fireEvent.keyDown(picker, { key: 'Enter', isComposing: true })
  expect(screen.getByRole('option', { name: /Shorter rides/ })).toBeInTheDocument()
  const heard = vi.fn()
  document.addEventListener('keydown', heard)
  await userEvent.keyboard('{Enter}')
  document.removeEventListener('keydown', heard)
  expect(screen.getByText('Shorter rides')).toBeInTheDocument()
  expect(screen.queryByRole('option', { name: /Shorter rides/ })).not.toBeInTheDocument()
  // In a browser, the list would hear the same key, and choose the next goal.
  expect(heard).not.toHaveBeenCalled()
})
