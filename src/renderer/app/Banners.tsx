import { Button, CloseButton } from '@mantine/core'
import { IconInfoCircle, IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EnvironmentList, KeychainState } from '../../contract/features/environments'
import type { AppInfo } from '../../contract/features/shell'
import { queryOptionsFor } from '../client/queries'
import { useEnvironments, useSyncStatus, useWorkspace } from '../client/workspace'
import { signInDialog } from '../ui/dialogs'
import { LiveText } from '../ui/LiveText'
import classes from './AppShell.module.css'
import { appTexts, tokenEnded } from './app-words'

const keychainWords: Readonly<Record<KeychainState, string | null>> = {
  available: null,
  locked: appTexts.keychainLocked,
  missing: appTexts.noKeychain,
  unresponsive: appTexts.keychainSilent,
}

/** For a library that was opened before: it stays on the disk, encrypted, and goes on saving. */
const keychainWordsOnDisk: typeof keychainWords = {
  available: null,
  locked: appTexts.keychainLockedNow,
  missing: appTexts.noKeychainNow,
  unresponsive: appTexts.keychainSilentNow,
}

function isOnDisk({ active, environments }: EnvironmentList): boolean {
  const isActiveOnDisk = environments.some(
    ({ name, library }) => name === active?.environment && library === 'encrypted',
  )
  return isActiveOnDisk && environments.every(({ library }) => library !== 'memory')
}

function bannerTexts(info: AppInfo | undefined, list: EnvironmentList): readonly string[] {
  const runtime = info?.isFallbackRuntime
    ? [`Running on a fallback runtime (Electron ${info.electron}), for development and tests only.`]
    : []
  const secrets = (isOnDisk(list) ? keychainWordsOnDisk : keychainWords)[list.keychain]
  return [...runtime, ...(secrets === null ? [] : [secrets]), ...(info?.notices ?? [])]
}

/** Messages about this run of the app; each can be dismissed until the next one. */
export function Banners() {
  const { data: info } = useQuery(queryOptionsFor('shell', 'info', {}))
  const list = useEnvironments()
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())
  const texts = bannerTexts(info, list).filter((text) => !dismissed.has(text))
  return texts.map((text) => (
    <div key={text} role="status" className={classes.banner}>
      <IconInfoCircle size={15} aria-hidden />
      <span className={classes.bannerText}>
        <LiveText>{text}</LiveText>
      </span>
      <CloseButton aria-label="Dismiss" onClick={() => setDismissed(new Set([...dismissed, text]))} />
    </div>
  ))
}

/**
 * The one prompt for a new token, in every view: however many requests were answered with 401, and gone as soon as a token is
 * taken. Not for 403: another token of the same person may do no more.
 */
export function SignInBanner() {
  const workspace = useWorkspace()
  const sync = useSyncStatus()
  if (sync?.state !== 'sign-in-needed') return null
  return (
    <div role="status" aria-label="Sign-in needed" className={classes.signIn}>
      <IconKey size={15} aria-hidden />
      <span className={classes.bannerText}>
        <LiveText>
          <span>{tokenEnded(workspace.name)}</span> {sync.syncedAt !== null && <span>{appTexts.dataStays}</span>}
        </LiveText>
      </span>
      <Button size="compact-xs" onClick={() => signInDialog.set(workspace)}>
        Add token…
      </Button>
    </div>
  )
}
