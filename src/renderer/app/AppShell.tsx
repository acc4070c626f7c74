// The frame around every view: the environment's colour, the header, the navigation, and the dialogs that are always at hand.

import { useDisclosure, useDocumentTitle } from '@mantine/hooks'
import { type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { workspaceKey } from '../../contract/workspace-key'
import { type ActiveWorkspace, useActiveWorkspace } from '../client/workspace'
import { useKeptAddresses, viewOf } from '../navigation/view-addresses'
import { briefDialog } from '../records/brief-dialog'
import { exportDialog } from '../records/export-dialog'
import { UndoSteps } from '../records/triage/undo-step'
import { helpDialog, reviewDialog, signInDialog } from '../ui/dialogs'
import { environmentIdentity } from '../ui/environment-identity'
import { lazyDialog } from '../ui/lazy-with-preload'
import { clearNotices, clearNoticesOfView } from '../ui/notify'
import { pageThrough, scrollerIn } from '../ui/page-through'
import classes from './AppShell.module.css'
import { Banners, SignInBanner } from './Banners'
import { useAppCommands, useAppKeys, useMenuCommands } from './commands'
import { Header } from './Header'
import { LibraryWatch } from './LibraryWatch'
import { useKeptRoute } from './last-route'
import { Navigation } from './Navigation'
import { useFocusInView, useFocusKept } from './use-focus-kept'

const Palette = lazyDialog(() => import('../features/palette').then(({ Palette }) => Palette))
const BriefDialog = lazyDialog(() => import('../features/briefs').then(({ BriefDialog }) => BriefDialog))
const ExportDialog = lazyDialog(() => import('../features/export').then(({ ExportDialog }) => ExportDialog))
const HelpDialog = lazyDialog(() => import('../features/help').then(({ HelpDialog }) => HelpDialog))
const KeysDialog = lazyDialog(() => import('../ui/KeysDialog').then(({ KeysDialog }) => KeysDialog))
const ReviewDialog = lazyDialog(() => import('../features/activity').then(({ ReviewDialog }) => ReviewDialog))
const SignInDialog = lazyDialog(() => import('../features/sign-in').then(({ SignInDialog }) => SignInDialog))

const mainId = 'view'

/** Focuses the row that the arrow keys go on from, or the view itself if it has no rows. */
const focusList = () =>
  (
    document.querySelector<HTMLElement>(`#${mainId} [data-index][tabindex="0"]`) ?? document.getElementById(mainId)
  )?.focus()

function SkipLinks() {
  // A link to "#view" would be a route here.
  return (
    <>
      <button type="button" className={classes.skip} onClick={() => document.getElementById(mainId)?.focus()}>
        Skip to content
      </button>
      <button type="button" className={classes.skip} onClick={focusList}>
        Skip to list
      </button>
    </>
  )
}

function titleOf(active: ActiveWorkspace | null): string {
  if (active === null) return 'Discovery Desk'
  return `Discovery Desk — ${environmentIdentity[active.environment.name].label} — ${active.workspace.name}`
}

/** Closes the dialogs of one workspace when another one is opened: questions and typed text do not move along. */
function useDialogsOf(workspace: string) {
  useEffect(() => {
    if (workspace === '') return
    return () => {
      reviewDialog.close()
      signInDialog.set(null)
      exportDialog.set(null)
      briefDialog.set(null)
    }
  }, [workspace])
}

/** Closes notices with their subject: the view, and at the latest the workspace. */
function useNotices(view: string, workspace: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: done whenever it becomes another one
  useEffect(() => clearNoticesOfView, [view])
  // biome-ignore lint/correctness/useExhaustiveDependencies: done whenever it becomes another one
  useEffect(() => clearNotices, [workspace])
}

/** Clears a text selection when the view is left, or it could be copied in the next one. */
function useSelectedText(view: string): void {
  // Before the next view focuses a field: typed text goes where the selection is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: done whenever it becomes another one
  useLayoutEffect(() => () => getSelection()?.removeAllRanges(), [view])
}

/** A component of its own: saving where the person is renders nothing else. */
function KeptAddress() {
  useKeptRoute()
  useKeptAddresses()
  return null
}

function Main({ children }: { readonly children: ReactNode }) {
  return (
    <main
      id={mainId}
      tabIndex={-1}
      onKeyDown={(event) => pageThrough(event, scrollerIn(event.currentTarget))}
      className={classes.main}
    >
      <Suspense fallback={null}>{children}</Suspense>
    </main>
  )
}

export function AppShell() {
  const active = useActiveWorkspace()
  const [areKeysOpen, keys] = useDisclosure()
  const [isPaletteOpen, palette] = useDisclosure()
  const signingIn = signInDialog.use()
  const isReviewOpen = reviewDialog.useIsOpen()
  const exported = exportDialog.use()
  const briefed = briefDialog.use()
  const helpPage = helpDialog.use()
  const commands = useAppCommands({ showKeys: keys.open, openPalette: palette.open }, active !== null)
  useMenuCommands(commands)
  useAppKeys(commands)
  // Main takes the page's title for the window's.
  useDocumentTitle(titleOf(active))
  const workspace = active === null ? '' : workspaceKey(active.workspace.ref)
  const view = viewOf(useLocation().pathname)
  const place = `${workspace} ${view}`
  useFocusInView(place)
  useFocusKept()
  useNotices(view, workspace)
  useSelectedText(view)
  useDialogsOf(workspace)
  // Or it would come back with the next workspace.
  if (isPaletteOpen && active === null) palette.close()

  return (
    <div className={classes.shell} data-environment={active?.environment.name}>
      <SkipLinks />
      <div className={classes.line} />
      {active !== null && <Header onSearch={palette.open} />}
      <LibraryWatch />
      <Banners />
      {active !== null && <SignInBanner />}
      <div className={classes.below}>
        {active !== null && <Navigation />}
        <Main>
          <UndoSteps view={place}>
            <Outlet />
          </UndoSteps>
        </Main>
      </div>
      <KeptAddress />
      {helpPage !== null && <HelpDialog key={helpPage} page={helpPage} />}
      {areKeysOpen && <KeysDialog onClose={keys.close} />}
      {isPaletteOpen && <Palette onClose={palette.close} commands={commands} />}
      {isReviewOpen && active !== null && <ReviewDialog key={workspace} onClose={reviewDialog.close} />}
      {briefed !== null && active !== null && <BriefDialog subject={briefed} />}
      {exported !== null && <ExportDialog list={exported} />}
      {signingIn !== null && <SignInDialog workspace={signingIn} />}
    </div>
  )
}
