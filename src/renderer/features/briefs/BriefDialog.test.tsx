import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../../contract/errors'
import type { Brief, BriefEdit, BriefSubject, KeptBrief } from '../../../contract/features/briefs'
import { longestCopy } from '../../../contract/limits'
import { saveBeforeClosing } from '../../client/closing'
import { BriefButton, briefDialog } from '../../records/brief-dialog'
import type { Answers } from '../../testing/fake-bridge'
import { renderView, testWorkspace as workspace } from '../../testing/render'
import { zonedTime } from '../../ui/relative-time'
import { BriefDialog } from '.'

const figures: Brief['figures'] = {
  ...{ insights: 2, unseen: 0, unscored: 0, unproven: 0, hidden: 1, strongest: 0.8, feedback: 2, sentiment: -0.4 },
  ...{
    positive: 0,
    neutral: 0,
    negative: 2,
    otherSentiments: [],
    recent: 2,
    sources: [{ source: 'Survey', count: 2 }],
  },
  ...{ oldest: '2025-01-01T10:00:00.000Z', newest: '2025-05-01T10:00:00.000Z' },
}
const keptAt = new Date(2025, 4, 20, 10).toISOString()
const brief: Brief = {
  record: { title: 'Range', description: 'It ends early.', hideContent: false, status: 'New', cons: [] },
  figures,
  ...{ strongest: [], fading: [], own: [], readAt: '2025-06-01T10:00:00.000Z' },
  quotes: ['First', 'Second'].map((content) => ({
    ...{ id: content, content, source: 'Survey', sourceId: null, submittedBy: null, sentimentScore: -0.4 },
    ...{ createdAt: '2025-05-01T10:00:00.000Z', category: 'Negative', insights: ['Cold'], otherInsights: 0 },
  })),
}
const opportunity = { kind: 'opportunity' as const, id: 'range' }
const unedited: BriefEdit = { claim: null, reason: null, quotes: null }

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
      'shell.copyText': () => null,
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

it('opens with b, and saves the typed text and chosen quotes with the current figures', async () => {
  const { region, inputs } = await open()
  expect(inputs('briefs.get')).toEqual([{ workspace, subject: opportunity, includesHidden: false }])
  expect(screen.getByRole('dialog', { name: 'Evidence brief' })).not.toHaveAccessibleDescription()
  expect(region.getByLabelText('Claim')).toHaveValue('Range')
  await userEvent.clear(region.getByLabelText('Claim'))
  await userEvent.type(region.getByLabelText('Claim'), 'Riders want range')
  await userEvent.click(region.getByRole('checkbox', { name: '“Second”' }))
  const edit = { claim: 'Riders want range', reason: null, quotes: ['First'] }
  await waitFor(() =>
    expect(inputs('briefs.keep').at(-1)).toMatchObject({ workspace, subject: opportunity, edit, figures }),
  )
})

it('says which insight each quote supports, on screen and in print', async () => {
  const { region } = await open()
  expect(region.getByRole('checkbox', { name: '“First”' })).toHaveAccessibleDescription(/ · supports “Cold”$/)
  expect(document.querySelector('[data-print] cite')).toHaveTextContent(/ · supports “Cold”$/)
  expect(document.querySelector('[data-print]')).toHaveTextContent(/What customers sayFirst/)
})

it('shows no part for quotes when there are none', async () => {
  const { region } = await open({ 'briefs.get': () => ({ brief: { ...brief, quotes: [] }, kept: null }) })
  expect(region.queryByRole('region', { name: /^What customers say/ })).not.toBeInTheDocument()
  expect(document.querySelector('[data-print]')).not.toHaveTextContent('What customers say')
})

it('focuses the claim, and selects it if the person has not written one yet', async () => {
  const { region, unmount } = await open()
  const claim = region.getByLabelText<HTMLTextAreaElement>('Claim')
  expect(claim).toHaveFocus()
  expect([claim.selectionStart, claim.selectionEnd]).toEqual([0, 'Range'.length])
  await userEvent.keyboard('Riders')
  expect(claim).toHaveValue('Riders')
  unmount()
  const kept = { edit: { claim: 'Mine', reason: null, quotes: null }, figures, keptAt }
  const again = await open({}, { kept })
  const written = again.region.getByLabelText<HTMLTextAreaElement>('Claim')
  expect(written).toHaveFocus()
  expect(written.selectionStart).toBe(written.selectionEnd)
})

it('says that the brief could not be read, and reads it again on request', async () => {
  let isBroken = true
  renderView(<Host subject={opportunity} />, {
    answers: {
      'briefs.get': () => {
        if (isBroken) throw new AppError('LIBRARY_UNAVAILABLE', 'Stopped.')
        return { brief, kept: null }
      },
    },
  })
  await userEvent.keyboard('b')
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByText('Loading evidence…')).not.toBeInTheDocument()
  isBroken = false
  await userEvent.click(retry)
  expect(await screen.findByLabelText('Claim')).toHaveValue('Range')
})

it('says that the evidence is being read until it is', async () => {
  let answer = () => {}
  renderView(<Host subject={opportunity} />, {
    answers: { 'briefs.get': () => new Promise((resolve) => (answer = () => resolve({ brief, kept: null }))) },
  })
  await userEvent.keyboard('b')
  expect(await screen.findByText('Loading evidence…')).toBeInTheDocument()
  answer()
  expect(await screen.findByLabelText('Claim')).toHaveValue('Range')
  expect(screen.queryByText('Loading evidence…')).not.toBeInTheDocument()
})

it('says that a copy failed, and neither claims it nor stores the brief', async () => {
  const { inputs } = await open({
    'shell.copyText': () => {
      throw new AppError('INTERNAL', 'The clipboard is closed.')
    },
  })
  await press('Copy')
  expect(await screen.findByText(/The clipboard is closed/)).toBeInTheDocument()
  expect(screen.queryByText('Brief copied')).not.toBeInTheDocument()
  await act(() => saveBeforeClosing())
  expect(inputs('briefs.keep')).toEqual([])
})

it.each(['Copy', 'Copy as Markdown'])(
  'says that a brief is too long for %s, and saves it all the same',
  async (name) => {
    const quotes = brief.quotes.map((quote) => ({ ...quote, content: quote.content.repeat(longestCopy / 5) }))
    const { inputs } = await open({ 'briefs.get': () => ({ brief: { ...brief, quotes }, kept: null }) })
    await press(name)
    expect(await screen.findByText('Too much to copy. Choose fewer quotes, or save the brief.')).toBeInTheDocument()
    expect(inputs('shell.copyText')).toEqual([])
    await press('Save as Markdown…')
    expect(await screen.findByText('Brief saved')).toBeInTheDocument()
  },
)

it('says on screen and in print that it found no caveats, and offers hidden content only where there is some', async () => {
  const plain = { ...figures, hidden: 0, positive: 1, neutral: 1, negative: 0, feedback: 2, recent: 2, sources: [] }
  const { region } = await open({ 'briefs.get': () => ({ brief: { ...brief, figures: plain }, kept: null }) })
  expect(region.getByRole('region', { name: 'Caveats' })).toHaveTextContent(/None found on this computer\.$/)
  expect(document.querySelector('[data-print]')).toHaveTextContent('CaveatsNone found on this computer.')
  expect(screen.queryByRole('checkbox', { name: 'Include hidden content' })).not.toBeInTheDocument()
})

it('includes notes and labels in copies, print and files only on request', async () => {
  const own = [{ id: 'range', title: 'Range', note: 'Ask Anna', labels: ['Winter'] }]
  const { region, inputs } = await open({ 'briefs.get': () => ({ brief: { ...brief, own }, kept: null }) })
  const heading = { name: 'Only on this computer' }
  expect(region.queryByRole('region', heading)).not.toBeInTheDocument()
  await press('Copy')
  await userEvent.click(region.getByRole('checkbox', { name: 'Include my notes and labels' }))
  expect(region.getByRole('region', heading)).toHaveTextContent('Range: Ask Anna (labels: Winter)')
  expect(document.querySelector('[data-print]')).toHaveTextContent('Only on this computerRange: Ask Anna')
  await press('Copy')
  await press('Save as Markdown…')
  await waitFor(() => expect(inputs('briefs.save')).toHaveLength(1))
  const [without, copied] = inputs('shell.copyText').map((input) => JSON.stringify(input))
  expect(without).not.toContain('Anna')
  expect(copied?.match(/Ask Anna/g)).toHaveLength(2)
  expect(JSON.stringify(inputs('briefs.save'))).toContain('Ask Anna')
})

it('does not offer to include notes and labels when there are none', async () => {
  const { region } = await open()
  expect(region.queryByRole('checkbox', { name: 'Include my notes and labels' })).not.toBeInTheDocument()
})

it('saves the latest input, however soon the dialog is closed', async () => {
  const { region, inputs } = await open()
  await userEvent.type(region.getByLabelText('Why it matters'), '!')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(inputs('briefs.keep')).toMatchObject([{ edit: { reason: 'It ends early.!' } }])
})

it('shows the saved brief, and what changed since', async () => {
  const kept = {
    edit: { claim: 'Mine', reason: 'Because', quotes: ['Second'] },
    figures: { ...figures, feedback: 1 },
    keptAt,
  }
  const { region } = await open({}, { kept })
  expect(region.getByLabelText('Claim')).toHaveValue('Mine')
  expect(region.getByRole('checkbox', { name: '“First”' })).not.toBeChecked()
  expect(region.getByText(/Since 20 May 2025: 1 more piece of feedback\./)).toBeInTheDocument()
})

it('says that nothing changed since the brief was saved', async () => {
  const { region } = await open({}, { kept: { edit: unedited, figures, keptAt } })
  expect(region.getByText(/The figures haven’t changed since 20 May 2025\.$/)).toBeInTheDocument()
})

it('copies as Markdown and rich text, saves Markdown and PDF files, and stores the brief each time', async () => {
  const { inputs } = await open()
  await press('Copy as Markdown')
  await press('Copy')
  await press('Save as Markdown…')
  await press('Save as PDF…')
  const kept = { subject: opportunity, edit: unedited, figures }
  await waitFor(() => expect(inputs('briefs.keep')).toMatchObject([kept, kept, kept, kept]))
  const text = expect.stringMatching(/^# Range\n\nIt ends early\.\n/)
  expect(inputs('shell.copyText')).toEqual([
    { text },
    { text, html: expect.stringContaining('<h1 dir="auto">Range</h1>') },
  ])
  expect(inputs('briefs.save')).toEqual([
    { title: 'Range', content: { format: 'markdown', text } },
    { title: 'Range', content: { format: 'pdf' } },
  ])
})

it.each([
  ['Copy', 'Brief copied'],
  ['Copy as Markdown', 'Brief copied as Markdown'],
  ['Save as Markdown…', 'Brief saved'],
  ['Save as PDF…', 'Brief saved'],
])('confirms %s in a notice, and announces it only once', async (name, done) => {
  await open()
  await press(name)
  expect(await screen.findByText(done)).toBeVisible()
  expect(screen.getByText(done).closest('[role="status"]')).not.toHaveAccessibleName('Announcements')
})

it('shows one notice at a time, because more would cover the buttons', async () => {
  await open()
  await press('Copy as Markdown')
  await screen.findByText('Brief copied as Markdown')
  await press('Copy')
  await screen.findByText('Brief copied')
  await waitFor(() => expect(screen.queryByText('Brief copied as Markdown')).not.toBeInTheDocument())
})

it('states the source and time of its data on screen, in print and in copies', async () => {
  const readAt = new Date(2025, 5, 1, 15, 53).toISOString()
  const { region, inputs } = await open({ 'briefs.get': () => ({ brief: { ...brief, readAt }, kept: null }) })
  const basis = `Data from Trial bikes (Staging) as of ${zonedTime(Date.parse(readAt))}.`
  expect(region.getByText(basis)).toBeVisible()
  expect(document.querySelector('[data-print]')).toHaveTextContent(basis)
  await press('Copy')
  const copied = { text: expect.stringContaining(`*${basis}*`), html: expect.stringContaining(`<em>${basis}</em>`) }
  await waitFor(() => expect(inputs('shell.copyText')).toEqual([copied]))
})

it('does not store the brief when saving the file is cancelled', async () => {
  const { inputs } = await open({ 'briefs.save': () => ({ saved: false }) })
  await press('Save as PDF…')
  await waitFor(() => expect(inputs('briefs.save')).toHaveLength(1))
  // Also what would be stored after a pause.
  await act(() => saveBeforeClosing())
  expect(inputs('briefs.keep')).toEqual([])
})

it('saves the brief of a selection, and says what changed since', async () => {
  const subject = { kind: 'selection' as const, ids: ['a', 'b'] }
  const kept = {
    edit: { claim: 'Both', reason: null, quotes: null },
    figures: { ...figures, insights: 1 },
    keptAt,
  }
  const { inputs, region } = await open({}, { subject, kept })
  expect(region.getByText(/Since 20 May 2025: 1 more insight\./)).toBeInTheDocument()
  await userEvent.type(region.getByLabelText('Claim'), '!')
  await waitFor(() => expect(inputs('briefs.keep').at(-1)).toMatchObject({ subject, edit: { claim: 'Both!' } }))
})

it('restores unsaved edits to a selection’s brief when the same records are selected, in any order', async () => {
  const read: Answers = { 'briefs.get': () => ({ brief: { ...brief, record: null }, kept: null }) }
  const { unmount, region, inputs } = await open(
    {
      ...read,
      'briefs.keep': () => {
        throw new AppError('LIBRARY_UNAVAILABLE', 'Stopped.')
      },
    },
    { subject: { kind: 'selection', ids: ['x', 'y'] } },
  )
  await userEvent.type(region.getByLabelText('Claim'), '!')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(inputs('briefs.keep')).not.toEqual([]))
  unmount()
  const other = await open(read, { subject: { kind: 'selection', ids: ['x', 'z'] } })
  expect(other.region.getByLabelText('Claim')).toHaveValue('2 insights')
  await userEvent.keyboard('{Escape}')
  other.unmount()
  const again = await open(read, { subject: { kind: 'selection', ids: ['y', 'x'] } })
  expect(again.region.getByLabelText('Claim')).toHaveValue('2 insights!')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(again.inputs('briefs.keep')).not.toEqual([]))
})

it('shows identical lines, paragraphs and quotes as often as they occur', async () => {
  const warned = vi.spyOn(console, 'error')
  const same = { id: 'a', title: 'Range', type: 'Bug', combinedScore: 0.5, before: null, since: null }
  const quotes = brief.quotes.map((quote) => ({ ...quote, content: 'Same' }))
  const record = {
    title: 'Range',
    description: 'Twice.\n\nTwice.',
    hideContent: false,
    status: null,
    cons: ['Dear', 'Dear'],
  }
  const twice = { ...brief, record, strongest: [same, { ...same, id: 'b' }], quotes }
  const { region } = await open({ 'briefs.get': () => ({ brief: twice, kept: null }) })
  expect(region.getAllByText('Range (score 0.50)')).toHaveLength(2)
  expect(region.getAllByText('Con: Dear')).toHaveLength(2)
  expect(warned).not.toHaveBeenCalled()
  warned.mockRestore()
})

const secret: Brief = {
  ...brief,
  strongest: [{ id: 'x', title: 'SECRET', type: 'Bug', combinedScore: 0.5, before: null, since: null }],
}
const hiddenBox = () => screen.getByRole('checkbox', { name: 'Include hidden content' })

it('shows hidden content on request, and keeps the text typed before', async () => {
  const { region } = await open({
    'briefs.get': ({ includesHidden }) => ({ brief: includesHidden ? secret : brief, kept: null }),
  })
  await userEvent.type(region.getByLabelText('Claim'), '!')
  expect(screen.queryByText(/SECRET/)).toBeNull()
  await userEvent.click(hiddenBox())
  expect(await region.findByText(/SECRET/)).toBeVisible()
  expect(region.getByLabelText('Claim')).toHaveValue('Range!')
})

it('says that hidden content could not be read, and shows it on request', async () => {
  let isBroken = true
  const { region } = await open({
    'briefs.get': ({ includesHidden }) => {
      if (includesHidden && isBroken) throw new AppError('LIBRARY_UNAVAILABLE', 'Stopped.')
      return { brief: includesHidden ? secret : brief, kept: null }
    },
  })
  await userEvent.click(hiddenBox())
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(region.getByLabelText('Claim')).toHaveValue('Range')
  isBroken = false
  await userEvent.click(retry)
  expect(await region.findByText(/SECRET/)).toBeVisible()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('copies no hidden content once the box is cleared', async () => {
  let reads = 0
  const { region, inputs } = await open({
    'briefs.get': ({ includesHidden }) => {
      if (includesHidden) return { brief: secret, kept: null }
      reads += 1
      return reads === 1 ? { brief, kept: null } : new Promise(() => {})
    },
  })
  await userEvent.click(hiddenBox())
  await region.findByText(/SECRET/)
  await userEvent.click(hiddenBox())
  expect(hiddenBox()).not.toBeChecked()
  expect(region.queryByText(/SECRET/)).toBeNull()
  await press('Copy as Markdown')
  await waitFor(() => expect(inputs('shell.copyText')).toHaveLength(1))
  expect(JSON.stringify(inputs('shell.copyText'))).not.toContain('SECRET')
})

it('masks edits about a hidden record until the box is ticked, and neither copies nor loses them', async () => {
  const hidden = (title: string) => ({
    ...brief,
    record: { title, description: '', hideContent: true, status: null, cons: [] },
    figures: { ...figures, hidden: 0 },
  })
  const kept = {
    edit: { claim: 'SECRET, mended', reason: 'SECRET, too', quotes: null },
    figures,
    keptAt,
  }
  const { region, inputs } = await open({
    'briefs.get': ({ includesHidden }) => ({ brief: hidden(includesHidden ? 'SECRET' : ''), kept }),
  })
  expect(region.getByLabelText('Claim')).toHaveValue('Hidden content')
  expect(region.getByLabelText('Claim')).toBeDisabled()
  expect(region.getByLabelText('Why it matters')).toHaveValue('')
  await press('Copy')
  await press('Save as PDF…')
  await waitFor(() => expect(inputs('briefs.keep')).toHaveLength(2))
  expect(JSON.stringify([inputs('shell.copyText'), inputs('briefs.save')])).not.toContain('SECRET')
  expect(inputs('briefs.keep').at(-1)).toMatchObject({ edit: kept.edit })
  await userEvent.click(hiddenBox())
  await waitFor(() => expect(region.getByLabelText('Claim')).toHaveValue('SECRET, mended'))
  expect(region.getByLabelText('Why it matters')).toBeEnabled()
})

it('keeps a hidden quote that was chosen while hidden content is left out', async () => {
  const [first, second] = brief.quotes
  if (first === undefined || second === undefined) throw new Error('There are too few.')
  const plain = { ...brief, quotes: [second] }
  const kept = { edit: { ...unedited, quotes: ['First'] }, figures, keptAt }
  const { region, inputs } = await open({
    'briefs.get': ({ includesHidden }) => ({ brief: includesHidden ? brief : plain, kept }),
  })
  await userEvent.click(region.getByRole('checkbox', { name: '“Second”' }))
  await waitFor(() => expect(inputs('briefs.keep').at(-1)).toMatchObject({ edit: { quotes: ['Second', 'First'] } }))
  await userEvent.click(hiddenBox())
  expect(await region.findByRole('checkbox', { name: '“First”' })).toBeChecked()
  await userEvent.click(region.getByRole('checkbox', { name: '“First”' }))
  await waitFor(() => expect(inputs('briefs.keep').at(-1)).toMatchObject({ edit: { quotes: ['Second'] } }))
})

it('saves the latest input when the window closes', async () => {
  const { region, inputs } = await open()
  await userEvent.type(region.getByLabelText('Why it matters'), '!')
  await act(() => saveBeforeClosing())
  expect(inputs('briefs.keep').at(-1)).toMatchObject({ edit: { reason: 'It ends early.!' } })
})

it('sends the version that an edit began from, even when its save failed and succeeds later', async () => {
  let isFull = true
  const { region, inputs } = await open({
    'briefs.keep': () => {
      if (isFull) throw new AppError('DISK_FULL', 'The disk is full.')
      return null
    },
  })
  const last = () => inputs('briefs.keep').at(-1)
  await userEvent.type(region.getByLabelText('Claim'), '!')
  await waitFor(() => expect(last()).toMatchObject({ began: unedited, edit: { claim: 'Range!' } }))
  // Before the key, whose save may start before the next line here.
  isFull = false
  await userEvent.type(region.getByLabelText('Claim'), '!')
  await waitFor(() => expect(last()).toMatchObject({ began: unedited, edit: { claim: 'Range!!' } }))
  await press('Copy')
  const kept = { ...unedited, claim: 'Range!!' }
  await waitFor(() => expect(last()).toMatchObject({ began: kept, edit: kept }))
})

it('saves one file at a time, however often the buttons are pressed', async () => {
  let finish = () => {}
  const { inputs } = await open({
    'briefs.save': () => new Promise((resolve) => (finish = () => resolve({ saved: true }))),
  })
  for (const name of ['Save as PDF…', 'Save as PDF…', 'Save as Markdown…']) await press(name)
  expect(inputs('briefs.save')).toEqual([{ title: 'Range', content: { format: 'pdf' } }])
  await act(async () => finish())
  expect(await screen.findByText('Brief saved')).toBeVisible()
  await press('Save as PDF…')
  await waitFor(() => expect(inputs('briefs.save')).toHaveLength(2))
  await act(async () => finish())
})

it('does not overwrite text typed while a file is being saved with older text', async () => {
  let finish = () => {}
  const { region, inputs } = await open({
    'briefs.save': () => new Promise((resolve) => (finish = () => resolve({ saved: true }))),
  })
  await press('Save as PDF…')
  await userEvent.type(region.getByLabelText('Claim'), '!')
  await waitFor(() => expect(inputs('briefs.keep').at(-1)).toMatchObject({ edit: { claim: 'Range!' } }))
  const before = inputs('briefs.keep').length
  await act(async () => finish())
  await waitFor(() => expect(inputs('briefs.keep')).toHaveLength(before + 1))
  expect(inputs('briefs.keep').at(-1)).toMatchObject({ edit: { claim: 'Range!' } })
})

it('restores unsaved edits when reopened, and saves them once when the library is back', async () => {
  let isStopped = true
  const { region, inputs } = await open({
    'briefs.keep': () => {
      if (isStopped) throw new AppError('LIBRARY_UNAVAILABLE', 'Stopped.')
      return null
    },
  })
  await userEvent.type(region.getByLabelText('Claim'), '!')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(inputs('briefs.keep')).not.toEqual([]))
  await press('Evidence brief')
  expect(await screen.findByLabelText('Claim')).toHaveValue('Range!')
  isStopped = false
  const before = inputs('briefs.keep').length
  await act(() => saveBeforeClosing())
  const kept = inputs('briefs.keep').length
  expect(kept).toBeGreaterThan(before)
  expect(inputs('briefs.keep').at(-1)).toMatchObject({ edit: { claim: 'Range!' } })
  await act(() => saveBeforeClosing())
  expect(inputs('briefs.keep')).toHaveLength(kept)
})

it('truncates text to its limit, and saves null for fields left unchanged', async () => {
  const record = {
    title: 't'.repeat(2_500),
    description: 'd'.repeat(25_000),
    hideContent: false,
    status: null,
    cons: [],
  }
  const kept = {
    edit: { claim: null, reason: null, quotes: ['gone', 'Second'] },
    figures,
    keptAt,
  }
  const shown = { ...brief, record, figures: { ...figures, hidden: 0 } }
  const { region, inputs } = await open({ 'briefs.get': () => ({ brief: shown, kept }) })
  const edits = () => inputs('briefs.keep').map((input) => (input as { edit: BriefEdit }).edit)
  await userEvent.click(region.getByRole('checkbox', { name: '“First”' }))
  await waitFor(() => expect(edits()).toEqual([{ claim: null, reason: null, quotes: ['First', 'Second'] }]))
  fireEvent.change(region.getByLabelText('Claim'), { target: { value: 't'.repeat(2_499) } })
  await waitFor(() => expect(edits().at(-1)?.claim).toBe('t'.repeat(2_000)))
  expect(edits().at(-1)?.reason).toBeNull()
})

it('does not truncate text joined from two versions when it is edited', async () => {
  const edit = { claim: 'c'.repeat(3_000), reason: 'r'.repeat(30_000), quotes: null }
  const { region, inputs } = await open({}, { kept: { edit, figures, keptAt } })
  const shorter = { claim: edit.claim.slice(1), reason: edit.reason.slice(1) }
  fireEvent.change(region.getByLabelText('Claim'), { target: { value: shorter.claim } })
  fireEvent.change(region.getByLabelText('Why it matters'), { target: { value: shorter.reason } })
  await waitFor(() => expect(inputs('briefs.keep').at(-1)).toMatchObject({ edit: shorter }))
})

it('suggests a file name from no more of a long title than a claim may have', async () => {
  const record = { title: 't'.repeat(2_500), description: '', hideContent: false, status: null, cons: [] }
  const { inputs } = await open({ 'briefs.get': () => ({ brief: { ...brief, record }, kept: null }) })
  await press('Save as PDF…')
  await waitFor(() => expect(inputs('briefs.save')).toMatchObject([{ title: 't'.repeat(2_000) }]))
})

it('prints no empty paragraph for a missing reason', async () => {
  const record = { title: 'Range', description: '', hideContent: false, status: null, cons: [] }
  await open({ 'briefs.get': () => ({ brief: { ...brief, record }, kept: null }) })
  expect(document.querySelector('[data-print]')).toHaveTextContent(/^RangeFigures/)
  const paragraphs = [...document.querySelectorAll('[data-print] article > p')].map(({ textContent }) => textContent)
  expect(paragraphs).toEqual([expect.stringMatching(/^Data from /)])
})

it('prints the brief and nothing else from the window', async () => {
  await open()
  const printed = document.querySelector('body > [data-print]')
  expect(printed?.textContent).toContain('RangeIt ends early.')
  expect(printed?.querySelectorAll('button, input, textarea')).toHaveLength(0)
})
