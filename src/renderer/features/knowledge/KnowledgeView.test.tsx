import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../../contract/errors'
import type { KnowledgeDetail, KnowledgePage } from '../../../contract/features/knowledge'
import { Address } from '../../testing/Address'
import type { Answers } from '../../testing/fake-bridge'
import { renderView, testEnvironments, testSyncStatus, testWorkspace } from '../../testing/render'
import { KnowledgeView } from '.'

// Tests have no layout, so the table is told its visible size.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
  return () => vi.restoreAllMocks()
})

const item = (id: string, changes: Partial<KnowledgeDetail> = {}): KnowledgeDetail => ({
  id,
  title: `Document ${id}`,
  summary: 'How brakes are tested',
  description: 'How brakes are tested.',
  state: 'ready',
  source: 'Wiki',
  providedBy: 'Quality',
  createdAt: new Date(2026, 0, 2, 10).toISOString(),
  updatedAt: new Date(2026, 0, 3, 10).toISOString(),
  links: [],
  url: null,
  pdfFileUrl: null,
  txtFileUrl: null,
  txtFileAddress: null,
  ...changes,
})

const bare = item('bare', {
  title: null,
  summary: '',
  description: null,
  state: null,
  source: 'SomethingNew',
  providedBy: null,
  createdAt: null,
  updatedAt: null,
})

function facets(items: readonly KnowledgeDetail[], field: 'state' | 'source') {
  return [...new Set(items.map((each) => each[field]))].map((value) => ({
    value,
    count: items.filter((each) => each[field] === value).length,
  }))
}

interface Options {
  readonly answers?: Answers
  readonly route?: string
}

function open(first: readonly KnowledgeDetail[], { answers, route = '/knowledge' }: Options = {}) {
  let items = first
  const ui = (
    <>
      <KnowledgeView />
      <Address />
    </>
  )
  return renderView(ui, {
    route,
    path: '/knowledge/:id?',
    answers: {
      'knowledge.query': ({ text, states, sources, offset, limit }): KnowledgePage => {
        const matching = items.filter(
          (each) =>
            (each.title ?? '').toLowerCase().includes(text.toLowerCase()) &&
            (states.length === 0 || states.includes(each.state)) &&
            (sources.length === 0 || sources.includes(each.source)),
        )
        return {
          rows: matching.slice(offset, offset + limit),
          total: matching.length,
          all: items.length,
          states: facets(items, 'state'),
          sources: facets(items, 'source'),
        }
      },
      'knowledge.get': ({ id }) => {
        const found = items.find((each) => each.id === id)
        if (found === undefined) throw new AppError('NOT_FOUND', '')
        return found
      },
      'knowledge.delete': ({ id }) => {
        items = items.filter((each) => each.id !== id)
        return { state: 'deleted' }
      },
      ...answers,
    },
  })
}

type Calls = readonly { readonly name: string; readonly input: unknown }[]
const inputs = (calls: Calls, wanted: string) => calls.filter(({ name }) => name === wanted).map(({ input }) => input)
const address = () => screen.getByLabelText('Address').textContent
const row = (name: RegExp) => screen.findByRole('row', { name })
const details = async () => within(await screen.findByRole('region', { name: 'Knowledge details' }))
const chip = async (group: string, name: RegExp) =>
  within(await screen.findByRole('group', { name: group })).findByRole('button', { name })

it('counts what is listed while a filter is on its way', async () => {
  const counts = { states: [{ value: 'ready', count: 2 }], sources: [] }
  let answer = () => {}
  const filtered = new Promise<KnowledgePage>((resolve) => {
    answer = () => resolve({ rows: [item('a')], total: 1, all: 2, ...counts })
  })
  open([], {
    answers: {
      'knowledge.query': ({ states }) =>
        states.length === 0 ? { rows: [item('a'), item('b')], total: 2, all: 2, ...counts } : filtered,
    },
  })
  const number = await screen.findByRole('status', { name: 'Number of knowledge items' })
  await waitFor(() => expect(number).toHaveTextContent('2 knowledge items'))
  await userEvent.click(await chip('State', /^ready/))
  await waitFor(() => expect(address()).toContain('status='))
  expect(number).toHaveTextContent(/^2 knowledge items$/)
  answer()
  await waitFor(() => expect(number).toHaveTextContent('1 of 2 knowledge items'))
})

it('lists documents, even with missing fields', async () => {
  open([item('a'), bare])
  expect(await row(/Document a/)).toHaveTextContent(/How brakes are tested.*ready.*Wiki.*Quality/)
  expect(await row(/Untitled bare/)).toHaveTextContent(/none.*SomethingNew.*none.*none.*none/)
  expect(screen.getByRole('table', { name: 'Knowledge' })).toHaveAttribute('aria-rowcount', '3')
  expect(screen.getByRole('status', { name: 'Number of knowledge items' })).toHaveTextContent('2 knowledge items')
})

it('filters by the states and sources that occur, and keeps them in the address', async () => {
  const { bridge } = open([item('a'), item('b', { state: 'failed' }), bare])
  await row(/Document a/)
  await userEvent.click(await chip('State', /^No state/))
  expect(await screen.findByText('1 of 3 knowledge items')).toBeInTheDocument()
  await userEvent.click(await chip('State', /^failed 1|^failed1/))
  await userEvent.click(await chip('Source', /^Wiki/))
  expect(await screen.findByText('1 of 3 knowledge items')).toBeInTheDocument()
  expect(inputs(bridge.calls, 'knowledge.query').at(-1)).toMatchObject({ states: [null, 'failed'], sources: ['Wiki'] })
  expect(address()).toContain('status=')
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(address()).toBe('/knowledge'))
})

it('removes a filter on the second click, and shows the rarer ones on request', async () => {
  open(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => item(name, { source: `From ${name}` })))
  await row(/Document a/)
  expect(screen.queryByRole('button', { name: /^From h/ })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: '2 more' }))
  expect(screen.queryByRole('button', { name: /more$/ })).not.toBeInTheDocument()
  await userEvent.click(await chip('Source', /^From h/))
  expect(await chip('Source', /^From h/)).toHaveAttribute('aria-pressed', 'true')
  expect(await screen.findByText('1 of 8 knowledge items')).toBeInTheDocument()
  await userEvent.click(await chip('Source', /^From h/))
  expect(await screen.findByText('8 knowledge items')).toBeInTheDocument()
})

const known = [
  ['state', 'initial', 'Added', 'file-plus'],
  ['state', 'processing', 'Processing', 'progress'],
  ['state', 'completed', 'Ready', 'circle-check'],
  ['state', 'error', 'Failed', 'alert-triangle'],
  ['source', 'text', 'Text', 'file-text'],
  ['source', 'url', 'Web page', 'world'],
  ['source', 'pdf', 'PDF', 'file-type-pdf'],
] as const

it.each(known)('shows the %s %s as "%s" with an icon in list, filter and details', async (field, value, word, icon) => {
  const { bridge } = open([item('a', { [field]: value })], { route: '/knowledge/a' })
  const cell = within(await row(/Document a/)).getByText(word)
  const button = await chip(field === 'state' ? 'State' : 'Source', new RegExp(`^${word}`))
  const fact = (await details()).getByText(word)
  for (const place of [cell.parentElement, button, fact.parentElement]) {
    expect(place?.querySelector('svg')).toHaveClass(`tabler-icon-${icon}`)
    expect(place).not.toHaveTextContent(value)
  }
  await userEvent.click(button)
  const filter = field === 'state' ? { states: [value] } : { sources: [value] }
  await waitFor(() => expect(inputs(bridge.calls, 'knowledge.query').at(-1)).toMatchObject(filter))
})

it.each([
  ['state', 'Completed'],
  ['state', 'toString'],
  ['source', 'completed'],
  ['source', 'Wiki'],
] as const)('shows the unknown %s "%s" as it is, without an icon', async (field, value) => {
  const { bridge } = open([item('a', { [field]: value })], { route: '/knowledge/a' })
  const cell = within(await row(/Document a/)).getByText(value)
  const button = await chip(field === 'state' ? 'State' : 'Source', new RegExp(`^${value}`))
  const fact = (await details()).getByText(value)
  for (const place of [cell.parentElement, button, fact.parentElement]) {
    expect(place?.querySelector('svg')).toBeNull()
  }
  await userEvent.click(button)
  const filter = field === 'state' ? { states: [value] } : { sources: [value] }
  await waitFor(() => expect(inputs(bridge.calls, 'knowledge.query').at(-1)).toMatchObject(filter))
})

it.each([
  ['state', 'error', 'Failed', true],
  ['state', 'completed', 'Ready', false],
  ['source', 'error', 'error', false],
] as const)('shows a failure in red, and nothing else: %s %s', async (field, value, word, isRed) => {
  open([item('a', { [field]: value })])
  const { style } = within(await row(/Document a/)).getByText(word)
  expect(style.color === 'var(--mantine-color-error)').toBe(isRed)
})

it('shows every field of a document, and says which are missing', async () => {
  open([item('a'), bare, item('empty', { description: '' })], { route: '/knowledge/a' })
  const description = async () => (await details()).queryByRole('region', { name: 'Description' })
  const fact = async (name: string) => (await (await details()).findByText(name)).nextElementSibling
  expect(await fact('Provided by')).toHaveTextContent('Quality')
  expect(await fact('Created')).toHaveTextContent(/Jan 2, 2026|2 Jan 2026/)
  expect(await fact('Updated')).toHaveTextContent(/Jan 3, 2026|3 Jan 2026/)
  expect((await details()).getByText('No links.')).toBeInTheDocument()
  expect(await description()).toHaveTextContent('How brakes are tested.')
  await userEvent.click(await row(/Document empty/))
  expect(await (await details()).findByRole('heading', { name: 'Document empty' })).toBeInTheDocument()
  expect(await description()).not.toBeInTheDocument()
  await userEvent.click(await row(/Untitled bare/))
  expect(await (await details()).findByRole('heading', { name: /Untitled/ })).toBeInTheDocument()
  expect(await description()).not.toBeInTheDocument()
  for (const name of ['State', 'Provided by', 'Created', 'Updated']) {
    expect(await fact(name)).toHaveTextContent(/^none$/)
  }
  expect((await fact('State'))?.innerHTML).toBe((await fact('Provided by'))?.innerHTML)
})

it('searches by keyword, and says when nothing matches', async () => {
  open([item('a'), item('b')])
  await row(/Document a/)
  await userEvent.keyboard('/')
  expect(screen.getByRole('searchbox', { name: 'Search knowledge' })).toHaveFocus()
  await userEvent.keyboard('nowhere')
  expect(await screen.findByText('No matching knowledge items')).toBeInTheDocument()
})

it('has a menu column whose heading is for screen readers only and does not sort', async () => {
  open([item('a')])
  const heading = await screen.findByRole('columnheader', { name: 'Actions' })
  expect(within(heading).getByText('Actions')).toHaveClass('mantine-VisuallyHidden-root')
  expect(within(heading).queryByRole('button')).not.toBeInTheDocument()
})

it('sorts by a column when its heading is clicked', async () => {
  const { bridge } = open([item('a')])
  await row(/Document a/)
  await userEvent.click(screen.getByRole('button', { name: 'Provided by' }))
  await waitFor(() =>
    expect(inputs(bridge.calls, 'knowledge.query').at(-1)).toMatchObject({
      sort: { column: 'providedBy', direction: 'ascending' },
    }),
  )
  expect(address()).toBe('/knowledge?sort=providedBy')
})

it('opens https links in the browser, and shows others as text with the reason', async () => {
  const linked = item('a', {
    url: 'https://wiki.example/brakes',
    pdfFileUrl: 'javascript:alert(1)',
    txtFileUrl: '/files/a.txt',
    txtFileAddress: 'https://service.example/files/a.txt',
  })
  const { bridge } = open([linked], {
    route: '/knowledge/a',
    answers: { 'shell.openLink': () => null, 'shell.copyText': () => null },
  })
  const pane = await details()
  await userEvent.click(await pane.findByRole('link', { name: /Open page/ }))
  await userEvent.click(pane.getByRole('link', { name: /Open text/ }))
  expect(inputs(bridge.calls, 'shell.openLink')).toEqual([
    { url: 'https://wiki.example/brakes' },
    { url: 'https://service.example/files/a.txt' },
  ])
  expect(pane.queryByRole('link', { name: /PDF/ })).not.toBeInTheDocument()
  expect(pane.getByText('javascript:alert(1)')).toBeInTheDocument()
  expect(pane.getByText(/only https links are allowed/)).toBeInTheDocument()
  expect(pane.queryByText('No links.')).not.toBeInTheDocument()
  await userEvent.click(pane.getByRole('button', { name: 'Copy address of PDF' }))
  expect(inputs(bridge.calls, 'shell.copyText')).toEqual([{ text: 'javascript:alert(1)' }])
})

it('shows no link for an address that is empty', async () => {
  open([item('a', { url: '', pdfFileUrl: '', txtFileUrl: '' })], { route: '/knowledge/a' })
  const links = within(await (await details()).findByRole('region', { name: 'Links' }))
  expect(links.getByText('No links.')).toBeInTheDocument()
  expect(links.queryByRole('listitem')).not.toBeInTheDocument()
})

it('opens the text file of a sandbox, which has no https', async () => {
  const baseAddress = 'http://127.0.0.1:4321'
  const text = `${baseAddress}/files/a.txt`
  const active = { ...testWorkspace, environment: 'sandbox' as const }
  const workspaces = [
    { ref: active, name: 'Sandbox', token: { kept: 'keychain' as const, expiresAt: null }, canCreateInsights: true },
  ]
  const environments = testEnvironments.environments.map((each) =>
    each.name === 'sandbox' ? { ...each, baseAddress, workspaces } : each,
  )
  const { bridge } = open(
    [item('a', { url: 'http://wiki.example', txtFileUrl: '/files/a.txt', txtFileAddress: text })],
    {
      route: '/knowledge/a',
      answers: {
        'environments.list': () => ({ ...testEnvironments, environments, active }),
        'shell.openLink': () => null,
      },
    },
  )
  const pane = await details()
  await userEvent.click(await pane.findByRole('link', { name: /Open text/ }))
  expect(inputs(bridge.calls, 'shell.openLink')).toEqual([{ url: text }])
  expect(pane.getByText(/only https links are allowed/)).toBeInTheDocument()
})

it('links to a plain http address of the service in the sandbox only', async () => {
  const environments = testEnvironments.environments.map((each) =>
    each.name === 'staging' ? { ...each, baseAddress: 'http://localhost:4100' } : each,
  )
  open([item('a', { url: 'http://localhost:4100/a' })], {
    route: '/knowledge/a',
    answers: { 'environments.list': () => ({ ...testEnvironments, environments }) },
  })
  const pane = await details()
  expect(await pane.findByText('http://localhost:4100/a')).toBeInTheDocument()
  expect(pane.getByText(/only https links are allowed/)).toBeInTheDocument()
  expect(pane.queryByRole('link', { name: /Open page/ })).not.toBeInTheDocument()
})

it('shows the address of a text file outside the service as it is, with the reason', async () => {
  open([item('a', { txtFileUrl: '//elsewhere.example/a.txt', txtFileAddress: null })], { route: '/knowledge/a' })
  const pane = await details()
  expect(await pane.findByText('//elsewhere.example/a.txt')).toBeInTheDocument()
  expect(pane.getByText(/points outside the service/)).toBeInTheDocument()
})

it('deletes from the row menu after asking, with the focus on Cancel, and removes the row', async () => {
  const { bridge } = open([item('a'), item('b')])
  await row(/Document a/)
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Document a' }))
  expect(address()).toBe('/knowledge')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete knowledge item' }))
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus())
  expect(dialog.getByText('Document a')).toBeInTheDocument()
  expect(inputs(bridge.calls, 'knowledge.delete')).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByText('Document a')).not.toBeInTheDocument())
  expect(await screen.findByText('Document b')).toBeInTheDocument()
  expect(inputs(bridge.calls, 'knowledge.delete')).toEqual([{ workspace: testWorkspace, id: 'a', confirmation: null }])
})

it('deletes from the details, and closes them', async () => {
  open([item('a'), item('b')], { route: '/knowledge/a' })
  await userEvent.click(await (await details()).findByRole('button', { name: 'Delete…' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(address()).toBe('/knowledge'))
})

it('requires the title to be typed in production', async () => {
  const production = {
    ...testEnvironments,
    environments: testEnvironments.environments.map((each) => ({ ...each, isLocked: false })),
    active: { ...testWorkspace, environment: 'production' as const },
  }
  const { bridge } = open([item('a')], {
    route: '/knowledge/a',
    answers: { 'environments.list': () => production },
  })
  await userEvent.click(await (await details()).findByRole('button', { name: 'Delete…' }))
  const remove = await screen.findByRole('button', { name: 'Delete' })
  expect(remove).toBeDisabled()
  await userEvent.type(screen.getByLabelText('Type the title to confirm'), 'Document a')
  await userEvent.click(remove)
  await waitFor(() =>
    expect(inputs(bridge.calls, 'knowledge.delete')).toMatchObject([{ id: 'a', confirmation: 'Document a' }]),
  )
})

it.each([
  ['UNAUTHENTICATED', 'Sign-in needed'],
  ['FORBIDDEN', 'You don’t have permission to do this in Trial bikes'],
  ['SERVICE_FAILED', 'The service had a problem'],
  ['CONNECTION_REFUSED', 'Can’t reach the service'],
] as const)('stays open and says why when deleting fails with %s', async (code, words) => {
  open([item('a')], {
    route: '/knowledge/a',
    answers: {
      'knowledge.delete': () => {
        throw new AppError(code, '')
      },
    },
  })
  await userEvent.click(await (await details()).findByRole('button', { name: 'Delete…' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(words)
  expect(screen.getByRole('dialog', { name: 'Delete knowledge item' })).toBeInTheDocument()
})

it('treats a document that is already gone from the service as deleted', async () => {
  open([item('a')], { route: '/knowledge/a', answers: { 'knowledge.delete': () => ({ state: 'already-gone' }) } })
  await userEvent.click(await (await details()).findByRole('button', { name: 'Delete…' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText(/was already deleted/)).toBeInTheDocument()
})

it('says when a document is not found', async () => {
  open([item('a')], { route: '/knowledge/other' })
  expect(await screen.findByText('Knowledge item not found')).toBeInTheDocument()
})

it('takes N for a note of the next document before it is read', async () => {
  let answer = () => {}
  open([item('a'), item('b')], {
    route: '/knowledge/a',
    answers: {
      'knowledge.get': ({ id }) =>
        id === 'a' ? item('a') : new Promise((resolve) => (answer = () => resolve(item('b')))),
    },
  })
  const pane = await details()
  expect(await pane.findByRole('button', { name: 'Add note' })).toBeInTheDocument()
  await userEvent.click(await row(/Document b/))
  await userEvent.keyboard('nt')
  answer()
  expect(await pane.findByRole('heading', { name: 'Document b' })).toBeInTheDocument()
  expect(await pane.findByRole('textbox', { name: 'Note' })).toHaveFocus()
})

it('keeps the last document on screen until the next is read, but not its actions', async () => {
  let answer = () => {}
  open([item('a'), item('b')], {
    route: '/knowledge/a',
    answers: {
      'knowledge.get': ({ id }) =>
        id === 'a' ? item('a') : new Promise((resolve) => (answer = () => resolve(item('b')))),
    },
  })
  const pane = await details()
  expect(await pane.findByRole('button', { name: 'Delete…' })).toBeInTheDocument()
  await userEvent.click(await row(/Document b/))
  await waitFor(() => expect(pane.queryByRole('button', { name: 'Delete…' })).not.toBeInTheDocument())
  expect(pane.getByRole('heading', { name: 'Document a' })).toBeInTheDocument()
  answer()
  expect(await pane.findByRole('heading', { name: 'Document b' })).toBeInTheDocument()
  expect(await pane.findByRole('button', { name: 'Delete…' })).toBeInTheDocument()
})

it('says why a document could not be read, and reads it again on request', async () => {
  let isReady = false
  open([item('a')], {
    route: '/knowledge/a',
    answers: {
      'knowledge.get': () => {
        if (!isReady) throw new AppError('LIBRARY_UNAVAILABLE', '')
        return item('a')
      },
    },
  })
  const pane = await details()
  expect(await pane.findByRole('alert')).toHaveTextContent('The local library isn’t ready')
  isReady = true
  await userEvent.click(pane.getByRole('button', { name: 'Try again' }))
  expect(await pane.findByRole('heading', { name: 'Document a' })).toBeInTheDocument()
  expect(pane.queryByRole('alert')).not.toBeInTheDocument()
})

it('says when there are no knowledge items, even if the service sends no relationships', async () => {
  open([], { answers: { 'sync.status': () => ({ ...testSyncStatus, hasRelationships: false }) } })
  expect(await screen.findByText('No knowledge items yet')).toBeInTheDocument()
})

it('says when nothing has been synced yet', async () => {
  open([], { answers: { 'sync.status': () => ({ ...testSyncStatus, state: 'never', syncedAt: null }) } })
  expect(await screen.findByText('Not synced yet')).toBeInTheDocument()
})

it('says when the token does not allow reading the workspace', async () => {
  const error = new AppError('FORBIDDEN', '').report
  open([], { answers: { 'sync.status': () => ({ ...testSyncStatus, state: 'failed', error }) } })
  expect(await screen.findByText('You don’t have permission to read Trial bikes')).toBeInTheDocument()
})

it('says when the library is not ready, and tries again on request', async () => {
  let isReady = false
  open([], {
    answers: {
      'knowledge.query': () => {
        if (!isReady) throw new AppError('LIBRARY_UNAVAILABLE', '')
        return { rows: [item('a')], total: 1, all: 1, states: [], sources: [] }
      },
    },
  })
  expect(await screen.findByRole('alert')).toHaveTextContent('The local library isn’t ready')
  isReady = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await row(/Document a/)).toBeInTheDocument()
})
