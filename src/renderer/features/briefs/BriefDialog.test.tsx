import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import type { Brief, BriefSubject, KeptBrief } from '../../../contract/features/briefs'
import { BriefButton, briefDialog } from '../../records/brief-dialog'
import type { Answers } from '../../testing/fake-bridge'
import { renderView, testWorkspace as workspace } from '../../testing/render'
import { BriefDialog } from '.'

const figures: Brief['figures'] = {
  ...{ insights: 2, unseen: 0, unscored: 0, unproven: 0, hidden: 1, strongest: 0.8, feedback: 2, sentiment: -0.4 },
  ...{ positive: 0, neutral: 0, negative: 2, recent: 2, sources: [{ source: 'Survey', count: 2 }] },
  ...{ oldest: '2025-01-01T00:00:00.000Z', newest: '2025-05-01T00:00:00.000Z' },
}
const brief: Brief = {
  record: { title: 'Range', description: 'It ends early.', hideContent: false, status: 'New', cons: [] },
  figures,
  ...{ strongest: [], fading: [], readAt: '2025-06-01T10:00:00.000Z' },
  quotes: ['First', 'Second'].map((content) => ({
    ...{ id: content, content, source: 'Survey', sourceId: null, submittedBy: null, sentimentScore: -0.4 },
    ...{ createdAt: '2025-05-01T00:00:00.000Z', category: 'Negative' },
  })),
}
const opportunity = { kind: 'opportunity' as const, id: 'range' }

beforeEach(() => briefDialog.set(null))

function Host({ subject }: { readonly subject: BriefSubject }) {
  const open = briefDialog.use()
  return (
    <>
      <BriefButton subject={subject} />
      {open && <BriefDialog subject={open} />}
    </>
  )
}

async function open(
  answers: Answers = {},
  { subject = opportunity as BriefSubject, kept = null as KeptBrief | null } = {},
) {
  const view = renderView(<Host subject={subject} />, {
    answers: {
      'briefs.get': () => ({ brief, kept }),
      'briefs.keep': () => null,
      'briefs.copy': () => null,
      'briefs.save': () => ({ saved: true }),
      ...answers,
    },
  })
  await userEvent.keyboard('b')
  const region = within(await screen.findByRole('region', { name: 'Evidence brief' }))
  const inputs = (name: string) => view.bridge.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, region, inputs }
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('opens by its key, and keeps what is typed and chosen, with the figures of now', async () => {
  const { region, inputs } = await open()
  expect(inputs('briefs.get')).toEqual([{ workspace, subject: opportunity, includesHidden: false }])
  expect(region.getByLabelText('Claim')).toHaveValue('Range')
  await userEvent.clear(region.getByLabelText('Claim'))
  await userEvent.type(region.getByLabelText('Claim'), 'Riders want range')
  await userEvent.click(region.getByRole('checkbox', { name: '“Second”' }))
  const edit = { claim: 'Riders want range', reason: null, quotes: ['First'] }
  await waitFor(() => expect(inputs('briefs.keep').at(-1)).toEqual({ workspace, subject: opportunity, edit, figures }))
})

it('keeps what was typed last, however soon the dialog is closed', async () => {
  const { region, inputs } = await open()
  await userEvent.type(region.getByLabelText('Why it matters'), '!')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(inputs('briefs.keep')).toMatchObject([{ edit: { reason: 'It ends early.!' } }])
})

it('shows what was kept, and what changed since', async () => {
  const kept = {
    edit: { claim: 'Mine', reason: 'Because', quotes: ['Second'] },
    figures: { ...figures, feedback: 1 },
    keptAt: '2025-05-20T00:00:00.000Z',
  }
  const { region } = await open({}, { kept })
  expect(region.getByLabelText('Claim')).toHaveValue('Mine')
  expect(region.getByRole('checkbox', { name: '“First”' })).not.toBeChecked()
  expect(region.getByText(/Since 20 May 2025: 1 more piece of feedback\./)).toBeInTheDocument()
})

it('copies as Markdown and as rich text, saves as either file, and keeps the figures of that moment', async () => {
  const { inputs } = await open()
  await press('Copy as Markdown')
  await press('Copy')
  await press('Save as Markdown…')
  await press('Save as PDF…')
  await waitFor(() => expect(inputs('briefs.keep')).toHaveLength(4))
  const text = expect.stringMatching(/^# Range\n\nIt ends early\.\n/)
  expect(inputs('briefs.copy')).toEqual([
    { text, html: null },
    { text, html: expect.stringContaining('<h1 dir="auto">Range</h1>') },
  ])
  expect(inputs('briefs.save')).toEqual([
    { title: 'Range', content: { format: 'markdown', text } },
    { title: 'Range', content: { format: 'pdf' } },
  ])
})

it('keeps nothing where saving was cancelled, and nothing of a selection', async () => {
  const subject = { kind: 'selection' as const, ids: ['a', 'b'] }
  const { inputs, region } = await open({ 'briefs.save': () => ({ saved: false }) }, { subject })
  await press('Save as PDF…')
  await userEvent.type(region.getByLabelText('Claim'), '!')
  await press('Copy as Markdown')
  await waitFor(() => expect(inputs('briefs.copy')).toHaveLength(1))
  expect(inputs('briefs.keep')).toEqual([])
})

it('shows hidden content when asked, with what was typed meanwhile', async () => {
  const { region, inputs } = await open()
  await userEvent.type(region.getByLabelText('Claim'), '!')
  await userEvent.click(region.getByRole('checkbox', { name: 'Include hidden content' }))
  await waitFor(() => expect(inputs('briefs.get').at(-1)).toMatchObject({ includesHidden: true }))
  expect(region.getByLabelText('Claim')).toHaveValue('Range!')
})

it('prints the brief and nothing else of the window', async () => {
  await open()
  const printed = document.querySelector('body > [data-print]')
  expect(printed?.textContent).toContain('RangeIt ends early.')
  expect(printed?.querySelectorAll('button, input, textarea')).toHaveLength(0)
})
