// A note that is being typed is not lost with what it is typed into.
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import type { Triage } from '../../../contract/features/triage'
import { saveBeforeClosing } from '../../client/closing'
import { untriaged } from '../../testing/places'
import { renderView } from '../../testing/render'
import { OnThisComputer } from './OnThisComputer'

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

it.each([
  ['the field goes', (unmount: () => void) => unmount()],
  ['the window closes', () => saveBeforeClosing()],
  ['the field is left', () => userEvent.tab()],
])('is saved when %s', async (_, end) => {
  const { unmount, saved } = await typeNote()
  await end(unmount)
  await waitFor(() => expect(saved.at(-1)).toBe('Ask Anna'), { timeout: 200 })
})

it('offers no decisions about what is no insight', async () => {
  await typeNote()
  expect(screen.queryByRole('button', { name: 'Mark as reviewed' })).not.toBeInTheDocument()
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

function openTwo({ save = async () => {} }: { readonly save?: () => Promise<void> } = {}) {
  const kept: Record<string, Triage> = {
    a: { ...untriaged, note: 'old' },
    b: { ...untriaged, note: 'other' },
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

it.each([0, 100])('shows what was saved when its record is shown again, after a save of %d ms', async (ms) => {
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

it('is still there when it could not be saved and its record was left', async () => {
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

it.each([
  ['metric', 'Private label…', 'Private labels'],
  ['topic', 'Label…', 'Labels'],
] as const)('calls the labels of a %s other than the label that a metric has', async (kind, button, name) => {
  const answers = { 'triage.get': () => ({ ...untriaged, labels: ['Q3'] }), 'triage.labels': () => [] }
  renderView(<OnThisComputer kind={kind} id="t" />, { answers })
  expect(await screen.findByRole('combobox', { name })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: button })).toBeInTheDocument()
})
