import { Button, Code, Group, Switch, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { LinkOpening as State, UpdateStatus } from '../../../contract/features/shell'
import { mutationOptionsFor, queryOptionsFor } from '../../client/queries'
import { helpDialog } from '../../ui/dialogs'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { RelativeTime } from '../../ui/RelativeTime'
import { Section } from './Section'
import { settingsTexts } from './settings-words'

/** Names only: the paths are long, so a tooltip shows them. */
const namesOf = (files: readonly string[]) => files.map((file) => file.split(/[\\/]/).at(-1)).join(' and ')

function Words({ state, files, command }: State) {
  if (state === 'installed') return settingsTexts.linksOpenApp
  if (state === 'on') {
    const written = files.length > 0 ? ` The app wrote ${namesOf(files)}.` : ''
    return `Links open this copy of the app with this profile.${written} Turning this off undoes that.`
  }
  const byHand =
    command === null ? <Code>npm start -- "discovery-desk://…"</Code> : <Code>{command} "discovery-desk://…"</Code>
  if (state === 'unavailable')
    return (
      <>
        {settingsTexts.onlyInstalledApps} To open a link, run {byHand}.
      </>
    )
  return (
    <>
      Off. To open a link, run {byHand}.{files.length > 0 && ` Turning this on writes ${namesOf(files)}.`}
    </>
  )
}

/** Whether links in other programs open this app, and the files written for that. */
function LinkOpening() {
  const queryClient = useQueryClient()
  const describedBy = useId()
  const { queryKey, ...query } = queryOptionsFor('shell', 'linkOpening', {})
  const { data } = useQuery({ queryKey, ...query })
  const { mutate, isPending, error } = useMutation({
    ...mutationOptionsFor('shell', 'setLinkOpening'),
    onSuccess: (state) => queryClient.setQueryData(queryKey, state),
  })
  if (data === undefined) return null
  const { state } = data
  return (
    <div>
      {(state === 'on' || state === 'off') && (
        <Switch
          label="Open discovery-desk links with this app"
          aria-describedby={describedBy}
          checked={state === 'on'}
          onChange={(event) => !isPending && mutate({ isOn: event.currentTarget.checked })}
        />
      )}
      <Text id={describedBy} size="xs" c="dimmed" mt={6} title={data.files.join('\n')}>
        <Words {...data} />
      </Text>
      {error && <ErrorNotice mt={8} error={error} />}
    </div>
  )
}

const inMenu = 'Choose Check for Updates… in the menu'

function updateWords({ state, version, problem }: UpdateStatus): string {
  if (state === 'off') return settingsTexts.updatesOff
  if (state === 'unconfirmed') return `Updates are off. ${inMenu} to allow the update address.`
  if (state === 'unchecked') return settingsTexts.notChecked
  if (state === 'current') return settingsTexts.upToDate
  if (state === 'available') return `Version ${version} is available. ${inMenu} to get it.`
  if (state === 'downloading') return `Downloading version ${version}…`
  if (state === 'ready') return `Version ${version} is ready. ${inMenu} to install it.`
  return `Couldn’t update. ${problem}`
}

/** Status of main's own checks. A person checks from the menu. */
function Updates() {
  const query = queryOptionsFor('shell', 'updates', {})
  // Main runs checks and their dialogs, so the window regains the focus afterwards.
  const { data: status } = useQuery({ ...query, staleTime: 0, refetchOnWindowFocus: 'always' })
  if (status === undefined) return null
  return (
    <Text size="sm">
      {updateWords(status)}
      {status.checkedAt !== null && status.state !== 'off' && (
        <>
          {' Last checked '}
          <RelativeTime at={status.checkedAt} />.
        </>
      )}
    </Text>
  )
}

const helpButtons = [
  ['What’s new', 'whats-new'],
  ['Report a problem…', 'report-problem'],
  ['Save diagnostics…', 'save-diagnostics'],
  ['Third-party licences', 'licences'],
] as const

function Help() {
  return (
    <Group gap="xs">
      {helpButtons.map(([label, page]) => (
        <Button key={page} size="compact-sm" variant="default" onClick={() => helpDialog.set(page)}>
          {label}
        </Button>
      ))}
    </Group>
  )
}

export function About() {
  const { data: info } = useQuery(queryOptionsFor('shell', 'info', {}))
  if (info === undefined) return null
  return (
    <Section id="about">
      <Text size="sm">
        {`Discovery Desk ${info.version}, on Electron ${info.electron}${info.isFallbackRuntime ? ' (fallback runtime, for development and tests only)' : ''}.`}
      </Text>
      <Updates />
      <LinkOpening />
      <Help />
    </Section>
  )
}
