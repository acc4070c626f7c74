// Keeps a note that is being typed when its field, view or window goes.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { AppError } from '../../../contract/errors'
import { type Triage, type TriageDecision, TriagedKind } from '../../../contract/features/triage'
import { localDate } from '../../../contract/weeks'
import { saveBeforeClosing } from '../../client/closing'
import { forgetEnvironment } from '../../client/forgetting'
import type { Answers } from '../../testing/fake-bridge'
import { untriaged } from '../../testing/places'
import { renderView, testWorkspace } from '../../testing/render'
import { stopClock } from '../../testing/stop-clock'
import { pauseMs } from '../use-unsaved'
import { OnThisComputer } from './OnThisComputer'
import { tomorrow } from './triage-words'

async function typeNote() {
  const saved: string[] = []
  const view = renderView(<OnThisComputer kind="topic" id="t" />, {
    answers: {
      'triage.get': () => ({ ...untriaged, note: saved.at(-1) ?? '' }),
      'triage.setNote': ({ note }) => {
        saved.push(note)
        return null
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add note' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Note' }), 'Ask Anna')
  return { ...view, saved }
}

/** The pause after which a note is saved anyway. */
function makePauseEndless() {
  const { setTimeout: later } = globalThis
  const endless = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((run: () => void, ms?: number) => (ms === pauseMs ? 0 : later(run, ms))) as typeof setTimeout)
  onTestFinished(() => endless.mockRestore())
}

it.each([
  ['the field goes', (unmount: () => void) => unmount()],
  ['the window closes', () => saveBeforeClosing()],
  ['the field is left', () => userEvent.tab()],
])('saves the note when %s', async (_, end) => {
  makePauseEndless()
  const { unmount, saved } = await typeNote()
  expect(saved).toEqual([])
  await end(unmount)
  await waitFor(() => expect(saved.at(-1)).toBe('Ask Anna'))
})

it('keeps an empty note open, with the focus, while another window has the focus', async () => {
  renderView(<OnThisComputer kind="topic" id="t" />, { answers: { 'triage.get': () => untriaged } })
  await userEvent.click(await screen.findByRole('button', { name: 'Add note' }))
  const note = await screen.findByRole('textbox', { name: 'Note' })
  // When the whole window loses the focus, the field stays the active element.
  fireEvent.blur(note)
  expect(note).toHaveFocus()
  await userEvent.tab()
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Note' })).not.toBeInTheDocument())
})

const laterKinds = TriagedKind.exclude(['insight']).options

it.each(laterKinds)('marks a %s as reviewed, snoozes it until a date, and reverts both', async (kind) => {
  stopClock()
  const asked: TriageDecision[] = []
  const now = (): Triage => {
    const decision = asked.at(-1) ?? { status: 'open' }
    const isOpen = decision.status === 'open'
    return { ...untriaged, until: null, ...decision, decidedAt: isOpen ? null : new Date().toISOString() }
  }
  renderView(<OnThisComputer kind={kind} id="t" />, {
    answers: {
      'triage.get': now,
      'triage.decideAll': ({ decisions }) => {
        asked.push(...decisions.map(({ decision }) => decision))
        return { undo: [] }
      },
    },
  })
  const own = within(await screen.findByRole('region', { name: 'Only on this computer' }))
  await userEvent.click(await own.findByRole('button', { name: 'Mark as reviewed' }))
  expect(await own.findByText(/^Reviewed/)).toBeInTheDocument()
  await userEvent.click(own.getByRole('button', { name: 'Mark as not reviewed' }))
  await waitFor(() => expect(own.queryByText(/^Reviewed/)).not.toBeInTheDocument())
  await userEvent.click(own.getByRole('button', { name: 'Snooze…' }))
  const day = await screen.findByRole('menuitem', { name: /^Tomorrow/ })
  // Only insights have a score to wait for.
  expect(screen.queryByRole('menuitem', { name: /^Until its score/ })).not.toBeInTheDocument()
  await userEvent.click(day)
  expect(await own.findByText(/^Snoozed until/)).toBeInTheDocument()
  await userEvent.click(own.getByRole('button', { name: 'End snooze' }))
  expect(await own.findByRole('button', { name: 'Snooze…' })).toBeInTheDocument()
  expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  const until = localDate(tomorrow(Date.now()))
  expect(asked).toEqual([{ status: 'reviewed' }, { status: 'open' }, { status: 'snoozed', until }, { status: 'open' }])
})

function TwoRecords() {
  const [id, setId] = useState('a')
  return (
    <>
      <button type="button" onClick={() => setId(id === 'a' ? 'b' : 'a')}>
        Other
      </button>
      <OnThisComputer kind="feedback" id={id} />
    </>
  )
}

interface TwoOptions {
  readonly notes?: readonly [a: string, b: string]
  readonly save?: () => Promise<void>
}

function openTwo({ notes: [a, b] = ['old', 'other'], save = async () => {} }: TwoOptions = {}) {
  const kept: Record<string, Triage> = {
    a: { ...untriaged, note: a },
    b: { ...untriaged, note: b },
  }
  renderView(<TwoRecords />, {
    answers: {
      'triage.get': ({ id }) => kept[id] ?? untriaged,
      'triage.labels': () => [],
      'triage.setNote': async ({ id, note }) => {
        await save()
        kept[id] = { ...untriaged, note }
        return null
      },
    },
  })
  return kept
}

const expectNote = (text: string) =>
  waitFor(() => expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue(text))
const toOther = () => userEvent.click(screen.getByRole('button', { name: 'Other' }))

it.each([0, 100])('shows the saved note when its record is shown again, after a save of %d ms', async (ms) => {
  const kept = openTwo({ save: () => new Promise((resolve) => setTimeout(resolve, ms)) })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Note' }), ' one')
  await toOther()
  await expectNote('other')
  await toOther()
  await expectNote('old one')
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), ' two')
  await userEvent.tab()
  await waitFor(() => expect(kept.a?.note).toBe('old one two'))
})

it('keeps a note that could not be saved when its record is left', async () => {
  let isFull = true
  const kept = openTwo({
    save: async () => {
      if (isFull) throw new AppError('DISK_FULL', 'The disk is full.')
    },
  })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Note' }), ' one')
  await toOther()
  expect(await screen.findAllByText(/The disk is full/)).not.toEqual([])
  isFull = false
  await toOther()
  await expectNote('old one')
  await toOther()
  await waitFor(() => expect(kept.a?.note).toBe('old one'))
})

it('shows the first note of a record again if it could not be saved, and no empty field on another record', async () => {
  let isFull = true
  const kept = openTwo({
    notes: ['', ''],
    save: async () => {
      if (isFull) throw new AppError('DISK_FULL', 'The disk is full.')
    },
  })
  const field = () => screen.queryByRole('textbox', { name: 'Note' })
  const add = await screen.findByRole('button', { name: 'Add note' })
  expect(field()).not.toBeInTheDocument()
  await userEvent.click(add)
  await userEvent.type(await screen.findByRole('textbox', { name: 'Note' }), 'Ask Anna')
  await toOther()
  expect(await screen.findAllByText(/The disk is full/)).not.toEqual([])
  await screen.findByRole('button', { name: 'Add note' })
  expect(field()).not.toBeInTheDocument()
  await toOther()
  await expectNote('Ask Anna')
  isFull = false
  await toOther()
  await waitFor(() => expect(kept.a?.note).toBe('Ask Anna'))
})

it('discards the note with its environment, even if it could not be saved', async () => {
  const sent: string[] = []
  const answers: Answers = {
    'triage.get': () => untriaged,
    'triage.setNote': ({ note }) => {
      sent.push(note)
      throw new AppError('DISK_FULL', 'The disk is full.')
    },
  }
  const first = renderView(<OnThisComputer kind="topic" id="t" />, { answers })
  await userEvent.click(await screen.findByRole('button', { name: 'Add note' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Note' }), 'Ask Anna')
  await userEvent.tab()
  await waitFor(() => expect(sent).toContain('Ask Anna'))
  first.unmount()
  await saveBeforeClosing()
  const { length } = sent
  forgetEnvironment(testWorkspace.environment)
  await saveBeforeClosing()
  renderView(<OnThisComputer kind="topic" id="t" />, { answers })
  await userEvent.click(await screen.findByRole('button', { name: 'Add note' }))
  expect(await screen.findByRole('textbox', { name: 'Note' })).toHaveValue('')
  expect(sent).toHaveLength(length)
})

it('saves the note with the text that typing started from, one save at a time', async () => {
  const sent: unknown[] = []
  const ends: ((error?: AppError) => void)[] = []
  renderView(<OnThisComputer kind="topic" id="t" />, {
    answers: {
      'triage.get': () => ({ ...untriaged, note: 'old' }),
      'triage.setNote': ({ began, sent: before = [], note }) => {
        sent.push([began, note, ...before])
        return new Promise((resolve, reject) => {
          ends.push((error) => (error === undefined ? resolve(null) : reject(error)))
        })
      },
    },
  })
  const field = await screen.findByRole('textbox', { name: 'Note' })
  // A pause between two steps would be one more save.
  makePauseEndless()
  const write = (value: string) => fireEvent.change(field, { target: { value } })
  field.focus()
  write('old one')
  await userEvent.tab()
  await waitFor(() => expect(sent).toEqual([['old', 'old one']]))
  field.focus()
  write('old one two')
  await userEvent.tab()
  write('old one two three')
  expect(sent).toHaveLength(1)
  ends[0]?.()
  await waitFor(() => expect(sent.at(-1)).toEqual(['old one', 'old one two three']))
  ends[1]?.(new AppError('DISK_FULL', 'The disk is full.'))
  expect(await screen.findAllByText(/The disk is full/)).not.toEqual([])
  field.focus()
  write('old one two three four')
  await userEvent.tab()
  await waitFor(() => expect(sent.at(-1)).toEqual(['old one', 'old one two three four', 'old one two three']))
  ends[2]?.()
  expect(sent).toHaveLength(3)
})

it.each(['{Control>}{Enter}{/Control}', '{Meta>}{Enter}{/Meta}', '{Escape}'])(
  'begins another line with Enter, and leaves the note with %s',
  async (keys) => {
    renderView(
      <section aria-label="Details" tabIndex={-1}>
        <OnThisComputer kind="topic" id="t" />
      </section>,
      { answers: { 'triage.get': () => ({ ...untriaged, note: 'Ask' }), 'triage.setNote': () => null } },
    )
    const field = await screen.findByRole('textbox', { name: 'Note' })
    await userEvent.click(field)
    await userEvent.keyboard('{Enter}A')
    expect(field).toHaveValue('Ask\nA')
    expect(field).toHaveFocus()
    await userEvent.keyboard(keys)
    expect(screen.getByRole('region', { name: 'Details' })).toHaveFocus()
  },
)
