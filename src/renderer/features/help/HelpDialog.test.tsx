import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import type { Answers } from '../../testing/fake-bridge'
import { renderView } from '../../testing/render'
import { type HelpPage, helpDialog } from '../../ui/dialogs'
import { HelpDialog } from '.'

const id = crypto.randomUUID()
const files = [
  { name: 'read-me.txt', text: 'Discovery Desk diagnostics' },
  { name: 'log.txt', text: '' },
  { name: 'settings.json', text: '{ "server": "https://service.example" }' },
]

function Host() {
  const page = helpDialog.use()
  return page && <HelpDialog key={page} page={page} />
}

function open(page: HelpPage, answers: Answers = {}) {
  helpDialog.set(page)
  return renderView(<Host />, { answers: { 'help.diagnostics': () => ({ id, files }), ...answers } })
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const callsOf = ({ bridge }: ReturnType<typeof open>, name: string) =>
  bridge.calls.filter((call) => call.name === name).map(({ input }) => input)

it('shows each file in full before anything is saved, by keyboard too', async () => {
  const view = open('save-diagnostics')
  const dialog = within(await screen.findByRole('dialog', { name: 'Save diagnostics' }))
  expect(screen.getByRole('dialog')).not.toHaveAccessibleDescription()
  const tabs = await dialog.findAllByRole('tab')
  expect(tabs.map((tab) => tab.textContent)).toEqual(files.map(({ name }) => name))
  expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Cancel', 'Save zip…'])
  expect(dialog.getByRole('region', { name: 'read-me.txt' })).toHaveTextContent('Discovery Desk diagnostics')
  tabs[0]?.focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(await dialog.findByRole('region', { name: 'log.txt' })).toHaveTextContent('Empty.')
  await userEvent.keyboard('{ArrowRight}')
  const settings = await dialog.findByRole('region', { name: 'settings.json' })
  expect(settings).toHaveTextContent('{ "server": "https://service.example" }')
  expect(settings).toHaveAttribute('tabindex', '0')
  expect(callsOf(view, 'help.saveDiagnostics')).toEqual([])
})

it('saves the shown diagnostics by ID alone, and shows the file in its folder', async () => {
  const view = open('save-diagnostics', {
    'help.saveDiagnostics': () => ({ saved: true }),
    'help.showDiagnostics': () => null,
  })
  await screen.findAllByRole('tab')
  await press('Save zip…')
  expect(await screen.findByText('Diagnostics saved')).toBeInTheDocument()
  expect(callsOf(view, 'help.saveDiagnostics')).toEqual([{ id }])
  expect(callsOf(view, 'help.diagnostics')).toHaveLength(1)
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await press('Show in folder')
  await waitFor(() => expect(callsOf(view, 'help.showDiagnostics')).toEqual([{}]))
})

it('stays open when no file is chosen, and says why a save failed', async () => {
  let dismiss = () => {}
  let answer: () => Promise<{ saved: boolean }> = () =>
    new Promise((resolve) => (dismiss = () => resolve({ saved: false })))
  const view = open('save-diagnostics', { 'help.saveDiagnostics': () => answer() })
  await screen.findAllByRole('tab')
  const save = screen.getByRole('button', { name: 'Save zip…' })
  await userEvent.click(save)
  await waitFor(() => expect(callsOf(view, 'help.saveDiagnostics')).toHaveLength(1))
  expect(save).toHaveAttribute('aria-busy', 'true')
  act(() => dismiss())
  await waitFor(() => expect(save).not.toHaveAttribute('aria-busy'))
  expect(save).toBeVisible()
  answer = () => Promise.reject(new AppError('DISK_FULL', 'The disk is full, so this couldn’t be saved.'))
  await userEvent.click(save)
  expect(await screen.findByText('The disk is full')).toBeInTheDocument()
  expect(save).toBeVisible()
})

it.each([
  [null, 'This build has no address for reports. Send your report to the people who gave you Discovery Desk.'],
  ['help@service.example', 'Send your report to help@service.example.'],
])('says where to report a problem: %s', async (reportTo, words) => {
  open('report-problem', { 'help.reportTo': () => reportTo })
  const dialog = await screen.findByRole('dialog', { name: 'Report a problem' })
  await waitFor(() => expect(dialog).toHaveTextContent(words))
  // Neither is an address that the browser could open.
  expect(within(dialog).queryByRole('link')).not.toBeInTheDocument()
})

it('opens the report address in the browser, and continues to the diagnostics', async () => {
  const view = open('report-problem', {
    'help.reportTo': () => 'https://service.example/issues',
    'shell.openLink': () => null,
  })
  await userEvent.click(await screen.findByRole('link', { name: /service\.example\/issues/ }))
  await waitFor(() => expect(callsOf(view, 'shell.openLink')).toEqual([{ url: 'https://service.example/issues' }]))
  await press('Save diagnostics…')
  expect(await screen.findByRole('dialog', { name: 'Save diagnostics' })).toBeInTheDocument()
})

it('shows the licences of a packaged app, and says when the build is not packaged', async () => {
  const { unmount } = open('licences', { 'help.licences': () => ({ text: 'react 19.3.1\nMIT' }) })
  expect(await screen.findByRole('region', { name: 'Licences' })).toHaveTextContent('react 19.3.1')
  expect(screen.getByRole('dialog')).not.toHaveAccessibleDescription()
  unmount()
  open('licences', { 'help.licences': () => ({ text: null }) })
  expect(await screen.findByText(/This build isn’t packaged/)).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Licences' })).not.toBeInTheDocument()
})

it('shows the changelog of this build as text', async () => {
  open('whats-new', {
    'shell.info': () => ({
      ...({ version: '1.2.3', electron: '45.0.0', platform: 'linux', notices: [] } as const),
      ...{ isFallbackRuntime: false, isLibraryStopped: false },
    }),
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'What’s new' }))
  expect((await dialog.findAllByRole('heading', { level: 4 })).length).toBeGreaterThan(1)
  expect(await dialog.findByText('This is version 1.2.3.')).toBeInTheDocument()
  expect(dialog.queryByRole('link')).not.toBeInTheDocument()
})

it('says why diagnostics could not be collected, and collects them on another try', async () => {
  let isFull = true
  open('save-diagnostics', {
    'help.diagnostics': () => {
      if (isFull) throw new AppError('DISK_FULL', '')
      return { id, files }
    },
  })
  expect(await screen.findByRole('alert')).toHaveTextContent('The disk is full')
  expect(screen.queryByRole('tab')).not.toBeInTheDocument()
  expect(screen.queryByRole('status', { name: 'Collecting diagnostics' })).not.toBeInTheDocument()
  isFull = false
  await press('Try again')
  expect(await screen.findAllByRole('tab')).toHaveLength(files.length)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})
