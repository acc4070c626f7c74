// Commands of the app shell, whether a key, a native menu item or the palette asks for them.
import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Events } from '../../contract/events'
import { onEvent } from '../client/bridge'
import { listAddress, newInsightAddress } from '../features/insights'
import type { AppCommands } from '../features/palette'
import { useSyncNow } from '../features/sync'
import { returnStateTo } from '../navigation/location-state'
import { useViewAddress } from '../navigation/view-addresses'
import { announce } from '../ui/announce'
import { replaceIfHere } from '../ui/current-location'
import { helpDialog } from '../ui/dialogs'
import { isModalOpen } from '../ui/is-modal-open'
import { isInMenu } from '../ui/key-registry'
import { useKey, whenBound } from '../ui/keys'
import { appTexts } from './app-words'
import { useHistory } from './use-history'

interface Dialogs {
  readonly showKeys: () => void
  readonly openPalette: () => void
}

export function useAppCommands({ showKeys, openPalette }: Dialogs, hasWorkspace: boolean): AppCommands {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const addressOf = useViewAddress()
  const syncNow = useSyncNow()
  const { goBack, goForward } = useHistory()
  return {
    newInsight: () => {
      if (!hasWorkspace) return
      const isHere = /^\/insights(?!\/triage)(\/|$)/.test(pathname)
      const here = `${pathname}${search}`
      const list = isHere ? here : listAddress(addressOf('/insights'))
      void navigate(newInsightAddress(list), { state: isHere ? null : returnStateTo(here) })
    },
    searchHere: () => {
      // In a view without a search, opens the palette, which finds everything, instead of leading to another view.
      if (hasWorkspace && !whenBound('/')) openPalette()
    },
    sync: () => void syncNow(),
    openSettings: () => void navigate('/settings', replaceIfHere('/settings')),
    showKeys,
    openPalette: () => hasWorkspace && openPalette(),
    goBack,
    goForward,
  }
}

/** Items of the native menu arrive as pushes. */
export function useMenuCommands(commands: AppCommands): void {
  const navigate = useNavigate()
  const onCommand = useEffectEvent(({ command }: Events['shell.command']) => {
    const run = {
      'new-insight': commands.newInsight,
      search: commands.searchHere,
      sync: commands.sync,
      settings: commands.openSettings,
      'show-keys': commands.showKeys,
      palette: commands.openPalette,
      back: commands.goBack,
      forward: commands.goForward,
      'whats-new': () => helpDialog.set('whats-new'),
      'report-problem': () => helpDialog.set('report-problem'),
      'save-diagnostics': () => helpDialog.set('save-diagnostics'),
      licences: () => helpDialog.set('licences'),
      about: () => void navigate('/settings/about', replaceIfHere('/settings/about')),
    }[command]
    const focused = document.activeElement
    if (isModalOpen()) announce(appTexts.closeDialogFirst)
    else if (focused !== null && isInMenu(focused)) {
      // As a native menu closes when another one is used.
      focused.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
      // In a task of its own: a menu that is still closing takes the focus back from where the command puts it.
      setTimeout(run)
    } else run()
  })
  useEffect(() => onEvent('shell.command', (event) => onCommand(event)), [])
}

export function useAppKeys(commands: AppCommands): void {
  useKey('mod+k', commands.openPalette)
  useKey('c', commands.newInsight)
  useKey('r', commands.sync)
  useKey('?', commands.showKeys)
  useKey('alt+ArrowLeft', commands.goBack)
  useKey('alt+ArrowRight', commands.goForward)
  // Chromium goes back and forward by itself, behind a dialog too.
  useWindowEvent('mouseup', (event) => {
    const go = { 3: commands.goBack, 4: commands.goForward }[event.button]
    if (go === undefined) return
    event.preventDefault()
    if (!isModalOpen()) go()
  })
}
