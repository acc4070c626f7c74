// What stands around every view: the environment's colour, the header, the navigation, and what is always at hand.

import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { Outlet } from 'react-router'
import { workspaceKey } from '../../contract/workspace'
import { useOpenPlace } from '../client/workspace'
import type { FrameCommands } from '../features/palette'
import { useKeptAddresses } from '../navigation/view-addresses'
import { reviewDialog, signInDialog } from '../ui/dialogs'
import { loadLater } from '../ui/load-later'
import { Banners } from './Banners'
import { useFrameCommands, useFrameKeys, useMenuCommands } from './commands'
import classes from './frame.module.css'
import { Header } from './Header'
import { LibraryWatch } from './LibraryWatch'
import { useKeptRoute } from './last-route'
import { Navigation } from './Navigation'
import { SignInBanner } from './SignInBanner'
import { useFocusInView } from './use-focus-in-view'
import { useFocusKept } from './use-focus-kept'
import { useNotices } from './use-notices'
import { useWindowTitle } from './window-title'

const Palette = loadLater(() => import('../features/palette').then(({ Palette }) => Palette))
const KeysDialog = loadLater(() => import('../ui/KeysDialog').then(({ KeysDialog }) => KeysDialog))
const ReviewDialog = loadLater(() => import('../features/activity').then(({ ReviewDialog }) => ReviewDialog))
const SignInDialog = loadLater(() => import('../features/sign-in').then(({ SignInDialog }) => SignInDialog))

const mainId = 'view'

function SkipLink() {
  // A link to "#view" would be a route here.
  return (
    <button type="button" className={classes.skip} onClick={() => document.getElementById(mainId)?.focus()}>
      Skip to content
    </button>
  )
}

function useDialog() {
  const [isOpen, setIsOpen] = useState(false)
  return useMemo(() => ({ isOpen, open: () => setIsOpen(true), close: () => setIsOpen(false) }), [isOpen])
}

/** What was asked about one workspace, or typed for it, is not taken along to another. */
function useDialogsOf(workspace: string) {
  useEffect(() => {
    if (workspace === '') return
    return () => {
      reviewDialog.close()
      signInDialog.close()
    }
  }, [workspace])
}

function useEverywhere(commands: FrameCommands) {
  useMenuCommands(commands)
  useFrameKeys(commands)
  useKeptRoute()
  useKeptAddresses()
}

function Main({ children }: { readonly children: ReactNode }) {
  return (
    <main id={mainId} tabIndex={-1} className={classes.main}>
      <Suspense fallback={null}>{children}</Suspense>
    </main>
  )
}

export function Frame() {
  const place = useOpenPlace()
  const keys = useDialog()
  const palette = useDialog()
  const isSignInOpen = signInDialog.useIsOpen()
  const isReviewOpen = reviewDialog.useIsOpen()
  const commands = useFrameCommands({ showKeys: keys.open, openPalette: palette.open }, place !== null)
  useEverywhere(commands)
  useWindowTitle(place)
  const workspace = place === null ? '' : workspaceKey(place.workspace.ref)
  useFocusInView(mainId, workspace)
  useFocusKept()
  useNotices(workspace)
  useDialogsOf(workspace)

  return (
    <div className={classes.frame} data-environment={place?.environment.name}>
      <SkipLink />
      <div className={classes.line} />
      {place !== null && <Header onSearch={palette.open} />}
      <LibraryWatch />
      <Banners />
      {place !== null && <SignInBanner viewId={mainId} />}
      <div className={classes.below}>
        {place !== null && <Navigation />}
        <Main>
          <Outlet />
        </Main>
      </div>
      {keys.isOpen && <KeysDialog onClose={keys.close} />}
      {palette.isOpen && place !== null && <Palette onClose={palette.close} commands={commands} />}
      {isReviewOpen && place !== null && <ReviewDialog key={workspace} onClose={reviewDialog.close} />}
      {isSignInOpen && place !== null && <SignInDialog key={workspace} workspace={place.workspace} />}
    </div>
  )
}
