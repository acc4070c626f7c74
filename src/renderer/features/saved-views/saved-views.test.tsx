// Saving a list's view, and the saved views in the navigation, on a fake main that keeps them.
import { notifications } from '@mantine/notifications'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import { Preferences } from '../../../contract/features/preferences'
import { defaultViews, type SavedView } from '../../../contract/features/saved-views'
import { giveSize } from '../../records/list-testing'
import { insightKind } from '../../records/record-kind'
import { Address } from '../../testing/Address'
import { announced } from '../../testing/announced'
import type { Answers } from '../../testing/fake-bridge'
import { testSyncStatus, testWorkspace } from '../../testing/places'
import { renderView } from '../../testing/render'
import { answersFor, sampleRow } from '../../testing/sample-insights'
import { useKey } from '../../ui/keys'
import { InsightsView } from '../insights'
import { Palette } from '../palette'
import { SavedViewsGroup } from '.'
import { savedViewTexts } from './saved-view-words'

beforeEach(() => {
  notifications.clean()
  return giveSize()
})

function PaletteByKey() {
  const [isOpen, setIsOpen] = useState(false)
  useKey('mod+k', () => setIsOpen(true))
  const nothing = () => {}
  const commands = {
    ...{ newInsight: nothing, searchHere: nothing, sync: nothing },
    ...{ openSettings: nothing, showKeys: nothing, openPalette: nothing },
    ...{ goBack: nothing, goForward: nothing },
  }
  return isOpen && <Palette commands={commands} onClose={() => setIsOpen(false)} />
}

const rows = [sampleRow(1, { seen: false }), sampleRow(2, { seen: false })]
const counted = { 'unseen-strongest': 4, 'no-opportunity': 0, rising: 1200 }

function open(route = '/insights', given: readonly SavedView[] = defaultViews, answers: Answers = {}) {
  let views = [...given]
  let preferences = Preferences.parse({})
  let counts: Record<string, number> = counted
  const view = renderView(
    <>
      <nav>
        <SavedViewsGroup />
      </nav>
      <InsightsView />
      <PaletteByKey />
      <Address />
    </>,
    {
      route,
      path: '/insights/:id?',
      answers: {
        ...answersFor(() => rows),
        'preferences.read': () => preferences,
        'preferences.save': (changes) => {
          preferences = Preferences.parse({ ...preferences, ...changes })
          return preferences
        },
        'shell.copyText': () => null,
        'search.everything': () => ({ found: [], totals: [] }),
        'feedback.query': () => ({ rows: [], total: 0, all: 0 }),
        'savedViews.list': () => views,
        'savedViews.counts': () => counts,
        'savedViews.save': ({ view: saved }) => {
          const taken = views.some(({ id, name }) => id !== saved.id && name === saved.name)
          const message = 'A view with this name already exists.'
          if (taken) throw new AppError('INVALID_INPUT', message, { fields: [{ path: ['name'], message }] })
          const isKnown = views.some(({ id }) => id === saved.id)
          views = isKnown ? views.map((each) => (each.id === saved.id ? saved : each)) : [...views, saved]
          return null
        },
        'savedViews.remove': ({ id }) => {
          views = views.filter((each) => each.id !== id)
          return null
        },
        'savedViews.order': ({ ids }) => {
          const rank = ({ id }: SavedView) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
          views = views.toSorted((one, other) => rank(one) - rank(other))
          return null
        },
        ...answers,
      },
    },
  )
  const setCounts = (next: Record<string, number>) => {
    counts = next
  }
  return { ...view, setCounts, views: () => views, preferences: () => preferences }
}

const address = () => screen.getByLabelText('Address').textContent
/** Waits for the views, which load after their list. */
async function group() {
  const list = within(await screen.findByRole('list', { name: 'Saved views' }))
  await list.findAllByRole('link')
  return list
}
const names = async () => (await group()).getAllByRole('link').map(({ textContent }) => textContent)
const saveButton = () => screen.findByRole('button', { name: 'Save view' })

async function act(name: string, item: string) {
  await userEvent.click((await group()).getByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

it.each(['Save view', 'Columns'])(
  'says of the button %s that it opens something, and whether it is open',
  async (name) => {
    open()
    const button = await screen.findByRole('button', { name })
    expect(button).toHaveAttribute('aria-haspopup', 'dialog')
    expect(button).toHaveAttribute('aria-expanded', 'false')
    await userEvent.hover(button)
    expect(await screen.findByRole('tooltip')).toHaveTextContent(name)
    await userEvent.click(button)
    await screen.findByRole('dialog', { name })
    expect(button).toHaveAttribute('aria-expanded', 'true')
  },
)

it('saves the list as a named view, and adds it to the navigation', async () => {
  const { views } = open('/insights?seen=unseen&q=brake&sort=-combinedScore')
  await userEvent.click(await saveButton())
  const field = await screen.findByRole('textbox', { name: 'View name' })
  await waitFor(() => expect(field).toHaveFocus())
  await userEvent.keyboard('Rising{Enter}')
  await waitFor(() =>
    expect(field).toHaveAccessibleDescription(expect.stringContaining('A view with this name already exists.')),
  )
  await userEvent.clear(field)
  await userEvent.type(field, 'Loud brakes{Enter}')
  expect(await screen.findByText('Saved view “Loud brakes”')).toBeInTheDocument()
  const saved = views().at(-1)
  expect(saved).toMatchObject({
    ...{ name: 'Loud brakes', address: 'q=brake&seen=unseen&sort=-combinedScore', columns: null, isPinned: true },
    filter: { list: 'insights', filter: { text: 'brake', seen: 'unseen', types: [] } },
  })
  await waitFor(() => expect(field).not.toBeInTheDocument())
  expect(await names()).toContain('Loud brakes')
  expect(address()).toContain(`view=${saved?.id}`)
  expect((await group()).getByRole('link', { name: 'Loud brakes' })).toHaveAttribute('aria-current', 'page')
})

it('says why a selection on the topic map cannot be saved, and saves the list without it', async () => {
  const { views } = open('/insights?picked=p1&seen=unseen')
  expect(await saveButton()).toHaveAccessibleDescription(
    'A selection on the topic map can’t be saved. Remove that filter to save a view.',
  )
  expect(await saveButton()).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(await saveButton())
  expect(screen.queryByRole('dialog', { name: 'Save view' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: /Selected on the topic map/ }))
  await waitFor(async () => expect(await saveButton()).not.toHaveAttribute('aria-disabled'))
  await userEvent.click(await saveButton())
  await userEvent.type(await screen.findByRole('textbox', { name: 'View name' }), 'Winter{Enter}')
  expect(await screen.findByText('Saved view “Winter”')).toBeInTheDocument()
  expect(views().at(-1)?.address).toBe('seen=unseen&sort=seen')
})

it('says in the form why the view could not be saved', async () => {
  open('/insights', defaultViews, {
    'savedViews.save': () => {
      throw new AppError('DISK_FULL', 'The disk is full.')
    },
  })
  await userEvent.click(await saveButton())
  const dialog = await screen.findByRole('dialog', { name: 'Save view' })
  await userEvent.type(await within(dialog).findByRole('textbox', { name: 'View name' }), 'Mine{Enter}')
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(/disk is full/i)
})

it.each([
  ['Cancel', () => userEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
  ['another click on its button', async () => userEvent.click(await saveButton())],
])('closes the form with %s', async (_, end) => {
  const { views } = open()
  await userEvent.click(await saveButton())
  const field = await screen.findByRole('textbox', { name: 'View name' })
  await end()
  await waitFor(() => expect(field).not.toBeInTheDocument())
  expect(views()).toEqual(defaultViews)
})

it.each(['save view', 'bookmark', 'save this view'])('offers Save view in the palette for “%s”', async (words) => {
  open()
  await saveButton()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Search or run a command' }), words)
  expect(screen.getAllByRole('option')[0]).toHaveAccessibleName('Save view…')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'View name' })).toHaveFocus())
  await userEvent.keyboard('{Escape}')
  await waitFor(async () => expect(await saveButton()).toHaveFocus())
})

it('opens a view with its filters, says when it has changes, and saves or discards them', async () => {
  const { views } = open()
  await userEvent.click((await group()).getByRole('link', { name: 'Top unseen' }))
  expect(address()).toBe('/insights?view=unseen-strongest&seen=unseen&triage=left&sort=-combinedScore')
  expect((await group()).getAllByRole('link', { current: 'page' })).toEqual([
    (await group()).getByRole('link', { name: 'Top unseen' }),
  ])
  expect(await saveButton()).not.toHaveAttribute('aria-description')
  const dot = () => document.querySelector('.mantine-Indicator-indicator')
  expect(dot()).not.toBeInTheDocument()

  await userEvent.click(screen.getByRole('button', { name: 'Bug' }))
  await waitFor(async () => expect(await saveButton()).toHaveAccessibleDescription('Top unseen has unsaved changes'))
  expect(dot()).toBeInTheDocument()
  await userEvent.click(await saveButton())
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() =>
    expect(address()).toBe('/insights?view=unseen-strongest&seen=unseen&triage=left&sort=-combinedScore'),
  )
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Save view' })).not.toBeInTheDocument())

  await userEvent.click(screen.getByRole('button', { name: 'Bug' }))
  await userEvent.click(await saveButton())
  await userEvent.click(await screen.findByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Saved changes to “Top unseen”')).toBeInTheDocument()
  expect(views()[0]?.address).toBe('type=Bug&seen=unseen&triage=left&sort=-combinedScore')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Save view' })).not.toBeInTheDocument())
  await waitFor(async () => expect(await saveButton()).not.toHaveAttribute('aria-description'))
})

it('marks no view as open in a list that it does not filter', async () => {
  renderView(<SavedViewsGroup />, {
    route: '/goals?view=unseen-strongest',
    answers: {
      ...answersFor(() => rows),
      'savedViews.list': () => [...defaultViews],
      'savedViews.counts': () => counted,
    },
  })
  expect((await group()).getByRole('link', { name: 'Top unseen' })).toBeInTheDocument()
  expect((await group()).queryByRole('link', { current: 'page' })).not.toBeInTheDocument()
})

it('saves columns with a view, and leaves those of the list unchanged', async () => {
  const { views, preferences } = open('/insights?view=no-opportunity&opportunity=without&sort=-combinedScore')
  await group()
  await screen.findByRole('columnheader', { name: 'Type' })
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Type' }))
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Type' })).not.toBeInTheDocument())
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await saveButton())
  await userEvent.click(await screen.findByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(views()[1]?.columns?.hidden).toEqual([...(insightKind.extraColumns ?? []), 'type']))
  await waitFor(() => expect(preferences().columnLayouts).toEqual({}))
  expect(screen.queryByRole('columnheader', { name: 'Type' })).not.toBeInTheDocument()
  await userEvent.click((await group()).getByRole('link', { name: 'Top unseen' }))
  expect(await screen.findByRole('columnheader', { name: 'Type' })).toBeInTheDocument()
})

it('keeps the person’s own columns of a list that was saved as a view', async () => {
  const { views, preferences } = open('/insights?seen=unseen')
  await screen.findByRole('columnheader', { name: 'Type' })
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Type' }))
  await waitFor(() => expect(preferences().columnLayouts.insights?.hidden).toContain('type'))
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await saveButton())
  await userEvent.type(await screen.findByRole('textbox', { name: 'View name' }), 'Mine{Enter}')
  expect(await screen.findByText('Saved view “Mine”')).toBeInTheDocument()
  expect(views().at(-1)?.columns?.hidden).toContain('type')
  expect(preferences().columnLayouts.insights?.hidden).toContain('type')
})

it('does not offer in the palette to save a selection on the topic map', async () => {
  open('/insights?picked=p1')
  await saveButton()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Search or run a command' }), 'view')
  expect(screen.getAllByRole('option')).not.toHaveLength(0)
  expect(screen.queryByRole('option', { name: 'Save view…' })).not.toBeInTheDocument()
})

it('shows the columns of a view again when its changes are discarded', async () => {
  const { views } = open('/insights?view=no-opportunity&opportunity=without&sort=-combinedScore')
  await group()
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Type' }))
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Type' })).not.toBeInTheDocument())
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await saveButton())
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
  expect(await screen.findByRole('columnheader', { name: 'Type' })).toBeInTheDocument()
  expect(views()).toEqual(defaultViews)
})

it('saves the changes of a view as a new view, and leaves that view as it was', async () => {
  const { views } = open('/insights?view=no-opportunity&opportunity=without&sort=-combinedScore')
  await group()
  await userEvent.click(await saveButton())
  expect(await screen.findByText('No changes to save.')).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Type' }))
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await saveButton())
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name of a new view' }), 'Mine')
  await userEvent.click(screen.getByRole('button', { name: 'Save as new view' }))
  await waitFor(() =>
    expect(views().at(-1)).toMatchObject({ name: 'Mine', columns: { hidden: expect.arrayContaining(['type']) } }),
  )
  expect(views().slice(0, -1)).toEqual(defaultViews)
  expect(screen.queryByRole('columnheader', { name: 'Type' })).not.toBeInTheDocument()
  await userEvent.click((await group()).getByRole('link', { name: 'No opportunity yet' }))
  expect(await screen.findByRole('columnheader', { name: 'Type' })).toBeInTheDocument()
  expect(await saveButton()).not.toHaveAttribute('aria-description')
})

it('shows no counts before the first sync, as they are unknown', async () => {
  const { bridge } = open('/insights', defaultViews, {
    'sync.status': () => ({ ...testSyncStatus, syncedAt: null }),
  })
  await group()
  expect(screen.queryByText('999+')).not.toBeInTheDocument()
  expect(bridge.calls.map(({ name }) => name)).not.toContain('savedViews.counts')
})

it('counts the rows of each view, and again when the data changes', async () => {
  const { bridge, setCounts } = open()
  const unseen = (await group()).getByRole('link', { name: 'Top unseen' })
  await waitFor(() => expect(unseen).toHaveAccessibleDescription('4 listed'))
  expect(screen.getByText('999+')).toBeInTheDocument()
  setCounts({ ...counted, 'unseen-strongest': 3, rising: 999 })
  bridge.push('library.changed', { workspace: testWorkspace, features: ['insights'] })
  await waitFor(() => expect(unseen).toHaveAccessibleDescription('3 listed'))
  expect(screen.getByText('999')).toBeInTheDocument()
  const asked = bridge.calls.map(({ name }) => name)
  expect(asked.filter((name) => name === 'savedViews.counts')).toHaveLength(2)
})

it('loads the saved views after the first rows', async () => {
  const { bridge } = open()
  await group()
  const asked = bridge.calls.map(({ name }) => name)
  expect(asked.indexOf('savedViews.list')).toBeGreaterThan(asked.lastIndexOf('insights.query'))
})

it('renames a view, and refuses a name that is taken', async () => {
  const { views } = open()
  await act('Rising', 'Rename…')
  const field = await screen.findByRole('textbox', { name: 'View name' })
  await waitFor(() => expect(field).toHaveFocus())
  await userEvent.keyboard('No opportunity yet')
  expect(field).toHaveValue('No opportunity yet')
  await userEvent.keyboard('{Enter}')
  await waitFor(() =>
    expect(field).toHaveAccessibleDescription(expect.stringContaining('A view with this name already exists.')),
  )
  await userEvent.clear(field)
  await userEvent.type(field, 'Climbing{Enter}')
  await waitFor(async () => expect(await names()).toContain('Climbing'))
  expect(views()[2]).toEqual({ ...defaultViews[2], name: 'Climbing' })
  await announced('View renamed to Climbing')
})

it('deletes a view, and restores it to its place on undo', async () => {
  const { views } = open()
  await act('Top unseen', 'Delete')
  expect(await screen.findByText('Deleted view “Top unseen”')).toBeInTheDocument()
  expect(await names()).toEqual(['No opportunity yet', 'Rising'])
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(views()).toEqual(defaultViews))
  await waitFor(async () => expect((await names())[0]).toBe('Top unseen'))
})

it('says on screen that the key restored a view, also one outside the navigation', async () => {
  const unpinned = defaultViews.map((view) => (view.name === 'Rising' ? { ...view, isPinned: false } : view))
  const { views } = open('/insights', unpinned)
  await group()
  await userEvent.click(screen.getByRole('button', { name: 'All saved views' }))
  const dialog = await screen.findByRole('dialog', { name: 'Saved views' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Actions for Rising' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await screen.findByText('Deleted view “Rising”')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  notifications.clean()
  await waitFor(() => expect(screen.queryByText('Deleted view “Rising”')).not.toBeInTheDocument())
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText('Undone: deleted view “Rising”')).toBeVisible()
  expect(views()).toEqual(unpinned)
})

it('offers again to restore a view that could not be saved', async () => {
  let failures = 1
  const restored: SavedView[] = []
  open('/insights', defaultViews, {
    'savedViews.save': ({ view }) => {
      failures -= 1
      if (failures >= 0) throw new AppError('DISK_FULL', 'The disk is full.')
      restored.push(view)
      return null
    },
  })
  await act('Rising', 'Delete')
  await screen.findByText('Deleted view “Rising”')
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText(/The disk is full\./)).toBeInTheDocument()
  expect(await screen.findByText('Deleted view “Rising”')).toBeInTheDocument()
  expect(restored).toEqual([])
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(restored).toEqual([defaultViews[2]]))
})

it('restores deleted views by key, the last first, also those deleted in the list of all views', async () => {
  const { views } = open()
  await act('Rising', 'Delete')
  expect(await screen.findByText('Deleted view “Rising”')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'All saved views' }))
  const dialog = await screen.findByRole('dialog', { name: 'Saved views' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Actions for Top unseen' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect(await screen.findByText('Deleted view “Top unseen”')).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(async () => expect(await names()).toEqual(['Top unseen', 'No opportunity yet']))
  await waitFor(() => expect(screen.queryByText('Deleted view “Top unseen”')).not.toBeInTheDocument())
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(views()).toEqual(defaultViews))
})

it('restores a view by key in the list of all views, but not in the menu of one', async () => {
  const { views } = open()
  await group()
  await userEvent.click(screen.getByRole('button', { name: 'All saved views' }))
  const dialog = await screen.findByRole('dialog', { name: 'Saved views' })
  const openMenu = async (name: string) => {
    await userEvent.click(within(dialog).getByRole('button', { name: `Actions for ${name}` }))
    return screen.findByRole('menu')
  }
  await openMenu('Rising')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await waitFor(() => expect(within(dialog).queryByRole('link', { name: /^Rising/ })).not.toBeInTheDocument())
  const menu = await openMenu('Top unseen')
  await waitFor(() => expect(menu).toContainElement(document.activeElement as HTMLElement))
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(views()).toHaveLength(2)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement))
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(await within(dialog).findByRole('link', { name: /^Rising/ })).toBeInTheDocument()
  expect(views()).toEqual(defaultViews)
})

it('restores one view in the list of all views, however long the key is held', async () => {
  const { bridge } = open()
  await group()
  await userEvent.click(screen.getByRole('button', { name: 'All saved views' }))
  const dialog = await screen.findByRole('dialog', { name: 'Saved views' })
  for (const name of ['Top unseen', 'Rising']) {
    await userEvent.click(within(dialog).getByRole('button', { name: `Actions for ${name}` }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await screen.findByText(`Deleted view “${name}”`)
  }
  for (const repeat of [false, true]) fireEvent.keyDown(dialog, { key: 'z', code: 'KeyZ', ctrlKey: true, repeat })
  expect(await within(dialog).findByRole('link', { name: /^Rising/ })).toBeInTheDocument()
  expect(bridge.calls.filter(({ name }) => name === 'savedViews.save')).toHaveLength(1)
})

it('offers to undo each of two deletions whose answers come late', async () => {
  const answers: (() => void)[] = []
  open('/insights', defaultViews, {
    'savedViews.remove': () => new Promise((resolve) => answers.push(() => resolve(null))),
  })
  await act('Top unseen', 'Delete')
  await act('Rising', 'Delete')
  await waitFor(() => expect(answers).toHaveLength(2))
  for (const answer of answers) answer()
  for (const name of ['Top unseen', 'Rising']) {
    expect(await screen.findByText(`Deleted view “${name}”`)).toBeInTheDocument()
  }
})

it('undoes the deletion of a view that is under way, and not the one before it', async () => {
  const answers: (() => void)[] = []
  const restored: SavedView[] = []
  open('/insights', defaultViews, {
    'savedViews.remove': () => new Promise((resolve) => answers.push(() => resolve(null))),
    'savedViews.save': ({ view }) => {
      restored.push(view)
      return null
    },
  })
  await act('Top unseen', 'Delete')
  await waitFor(() => expect(answers).toHaveLength(1))
  answers[0]?.()
  await screen.findByText('Deleted view “Top unseen”')
  await act('Rising', 'Delete')
  await waitFor(() => expect(answers).toHaveLength(2))
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
  await userEvent.keyboard('{Control>}z{/Control}')
  answers[1]?.()
  expect(await screen.findByText('Undone: deleted view “Rising”')).toBeInTheDocument()
  expect(restored).toEqual([defaultViews[2]])
})

it('keeps the order that the others were given since, when a deletion is undone', async () => {
  open()
  await act('Top unseen', 'Delete')
  const undo = await screen.findByRole('button', { name: 'Undo' })
  await act('Rising', 'Move up')
  await waitFor(async () => expect(await names()).toEqual(['Rising', 'No opportunity yet']))
  await userEvent.click(undo)
  await waitFor(async () => expect(await names()).toEqual(['Top unseen', 'Rising', 'No opportunity yet']))
})

/** With writes that are answered only by `settle`. */
function openLate(route?: string) {
  let stored: SavedView[] = [...defaultViews]
  const writes: (() => void)[] = []
  const late = (change: () => SavedView[]) =>
    new Promise<null>((resolve) =>
      writes.push(() => {
        stored = change()
        resolve(null)
      }),
    )
  open(route, [], {
    'savedViews.list': () => stored,
    'savedViews.save': ({ view }) => late(() => stored.map((each) => (each.id === view.id ? view : each))),
    'savedViews.order': ({ ids }) =>
      late(() => stored.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))),
  })
  return {
    isAsked: () => waitFor(() => expect(writes).not.toHaveLength(0)),
    /** Answers each write in its order, until the views are these. */
    settle: (expected: readonly object[]) =>
      waitFor(() => {
        for (const write of writes.splice(0)) write()
        expect(stored).toMatchObject(expected)
      }),
  }
}

it('keeps a view out of the navigation that is renamed before its removal is answered', async () => {
  const { isAsked, settle } = openLate()
  await act('Rising', 'Remove from navigation')
  await isAsked()
  await act('Rising', 'Rename…')
  const field = await screen.findByRole('textbox', { name: 'View name' })
  await userEvent.clear(field)
  await userEvent.type(field, 'Climbing{Enter}')
  await settle([{}, {}, { name: 'Climbing', isPinned: false }])
})

it('keeps the changes of a view that is removed from the navigation before they are saved', async () => {
  const { isAsked, settle } = openLate('/insights?view=unseen-strongest&seen=unseen&triage=left&sort=-combinedScore')
  await group()
  await userEvent.click(await screen.findByRole('button', { name: 'Bug' }))
  await userEvent.click(await saveButton())
  await userEvent.click(await screen.findByRole('button', { name: 'Save changes' }))
  await isAsked()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Save view' })).not.toBeInTheDocument())
  await act('Top unseen', 'Remove from navigation')
  await settle([{ address: expect.stringContaining('type=Bug'), isPinned: false }, {}, {}])
})

it('moves a view by two places that is moved twice before the first is answered', async () => {
  const { isAsked, settle } = openLate()
  await act('Rising', 'Move up')
  await isAsked()
  await act('Rising', 'Move up')
  await settle([{ name: 'Rising' }, { name: 'Top unseen' }, { name: 'No opportunity yet' }])
})

it('moves views, removes one from the navigation, and still lists it with all others', async () => {
  open()
  await act('Top unseen', 'Move down')
  await waitFor(async () => expect(await names()).toEqual(['No opportunity yet', 'Top unseen', 'Rising']))
  await announced('Top unseen: 2 of 3')
  await act('Rising', 'Remove from navigation')
  await announced('Removed Rising from navigation')
  await waitFor(async () => expect(await names()).toEqual(['No opportunity yet', 'Top unseen']))
  await userEvent.click(screen.getByRole('button', { name: 'All saved views' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Saved views' }))
  expect(dialog.getByText('1,200')).toBeInTheDocument()
  expect(dialog.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    ...['No opportunity yetInsights', 'Top unseenInsights', 'RisingWhat changed · Not in navigation'],
  ])
})

it('offers to move neither the first view up nor the last one down', async () => {
  open()
  const moves = async (name: string) => {
    await userEvent.click((await group()).getByRole('button', { name: `Actions for ${name}` }))
    const menu = within(await screen.findByRole('menu'))
    const found = menu.getAllByRole('menuitem', { name: /^Move/ }).map(({ textContent }) => textContent)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
    return found
  }
  expect(await moves('Top unseen')).toEqual(['Move down'])
  expect(await moves('No opportunity yet')).toEqual(['Move up', 'Move down'])
  expect(await moves('Rising')).toEqual(['Move up'])
})

it('adds a view to the navigation from the list of all views', async () => {
  open(
    '/insights',
    defaultViews.map((view) => (view.name === 'Rising' ? { ...view, isPinned: false } : view)),
  )
  await group()
  await userEvent.click(screen.getByRole('button', { name: 'All saved views' }))
  const dialog = await screen.findByRole('dialog', { name: 'Saved views' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Actions for Rising' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Add to navigation' }))
  await announced('Added Rising to navigation')
  expect(await within(dialog).findByRole('link', { name: /^Rising\s*What changed$/ })).toBeInTheDocument()
})

it('renames a view from the list of all views, which Escape closes', async () => {
  const { views } = open()
  await group()
  await userEvent.click(screen.getByRole('button', { name: 'All saved views' }))
  const dialog = await screen.findByRole('dialog', { name: 'Saved views' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Actions for Rising' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Rename…' }))
  const field = await screen.findByRole('textbox', { name: 'View name' })
  await waitFor(() => expect(field).toHaveFocus())
  await userEvent.clear(field)
  await userEvent.paste('Risen')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(views().at(-1)?.name).toBe('Risen'))
  expect(await within(dialog).findByRole('link', { name: /^Risen/ })).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'View name' })).not.toBeInTheDocument())
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
})

it('opens a view from the list of all views, which closes', async () => {
  open()
  await group()
  await userEvent.click(screen.getByRole('button', { name: 'All saved views' }))
  const dialog = await screen.findByRole('dialog', { name: 'Saved views' })
  expect(within(dialog).queryByText(savedViewTexts.howToSave)).not.toBeInTheDocument()
  await userEvent.click(within(dialog).getByRole('link', { name: /^No opportunity yet/ }))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(address()).toMatch(/^\/insights\?.*view=no-opportunity/)
})

it('says in the list of all views how to save one when there are none', async () => {
  open('/insights', [])
  await userEvent.click(await screen.findByRole('button', { name: 'All saved views' }))
  expect(await screen.findByText(savedViewTexts.howToSave)).toBeInTheDocument()
})

it('copies a link that carries the columns of the view', async () => {
  const columns = { order: ['type', 'title'], hidden: ['combinedScore'], widths: { type: 90 } }
  const { bridge } = open('/insights', [{ ...(defaultViews[1] as SavedView), columns }])
  await act('No opportunity yet', 'Copy link')
  await waitFor(() => expect(bridge.calls.map(({ name }) => name)).toContain('shell.copyText'))
  const copied = bridge.calls.find(({ name }) => name === 'shell.copyText')?.input as { text: string }
  expect(new URL(copied.text).searchParams.get('columns')).toBe('type,title,-combinedScore')
})

it('shows the columns of a link, saves them with a view, and leaves the person’s own unchanged', async () => {
  const { preferences, views } = open('/insights?seen=unseen&columns=title,-type')
  await group()
  await screen.findByRole('columnheader', { name: 'Title' })
  expect(screen.queryByRole('columnheader', { name: 'Type' })).not.toBeInTheDocument()
  // These columns can be saved unchanged.
  await userEvent.click(await saveButton())
  const field = await screen.findByRole('textbox', { name: 'View name' })
  await waitFor(() => expect(field).toHaveFocus())
  await userEvent.keyboard('From Anna{Enter}')
  await waitFor(() => expect(views().at(-1)?.columns?.hidden).toEqual(['type']))
  await waitFor(() => expect(address()).toBe(`/insights?seen=unseen&view=${views().at(-1)?.id}`))
  expect(preferences().columnLayouts).toEqual({})
})

it('keeps the columns of a link as the person’s own once one is changed', async () => {
  const { preferences } = open('/insights?columns=title,-type,-seen')
  await group()
  await screen.findByRole('columnheader', { name: 'Title' })
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Type' }))
  expect(await screen.findByRole('columnheader', { name: 'Type' })).toBeInTheDocument()
  const kept = { order: ['title'], hidden: ['seen'], widths: {} }
  await waitFor(() => expect(preferences().columnLayouts).toEqual({ insights: kept }))
  expect(address()).toBe('/insights')
})

it('resets from the columns of a link to the person’s own', async () => {
  const { preferences } = open('/insights?columns=title,-type')
  await group()
  await screen.findByRole('columnheader', { name: 'Title' })
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Reset' }))
  expect(await screen.findByRole('columnheader', { name: 'Type' })).toBeInTheDocument()
  expect(address()).toBe('/insights')
  expect(preferences().columnLayouts).toEqual({})
})

it('copies a link that carries the filters and order of the list, but not the local view', async () => {
  const { bridge } = open()
  await act('No opportunity yet', 'Copy link')
  await waitFor(() => expect(bridge.calls.map(({ name }) => name)).toContain('shell.copyText'))
  const copied = bridge.calls.find(({ name }) => name === 'shell.copyText')?.input as { text: string }
  expect(copied.text).toMatch(/^discovery-desk:\/\/staging\/[^/]+\/insights\?opportunity=without&sort=-combinedScore$/)
})
