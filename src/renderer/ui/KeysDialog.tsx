import { Group, Modal, Stack, Text, Title } from '@mantine/core'
import { useLocation } from 'react-router'
import { usePreference } from '../client/preferences'
import { isOfMenu, keyGroups, lists, workingKeys } from './every-key'
import { KeyNames } from './KeyNames'
import { useBoundKeys } from './keys'
import { undescribed } from './undescribed'
import { controlTexts } from './words'

type KeyGroup = (typeof keyGroups)[number]
type KeyUse = KeyGroup['uses'][number]

interface KeyListProps {
  /** Keys that work in the view on screen; the others are marked. null: no view is meant, so nothing is marked. */
  readonly here: ReadonlySet<string> | null
}

const elsewhere = 'not available here'

/** The keys of the view at this address, which mean something else in lists. */
const ownKeysAt = (pathname: string): ReadonlySet<string> =>
  new Set(
    keyGroups.flatMap((group) =>
      'path' in group && pathname.startsWith(group.path)
        ? group.uses.flatMap(({ keys }): readonly string[] => keys)
        : [],
    ),
  )

interface UseProps {
  readonly use: KeyUse
  readonly isHere: boolean
  readonly hasNote: boolean
}

/** Hides a key that is turned off, as it would do nothing. */
function Use({ use, isHere, hasNote }: UseProps) {
  const hasSingleKeys = usePreference('hasSingleKeys')
  const { keys, does }: { readonly keys: readonly string[]; readonly does: string } = use
  const working = workingKeys(keys, hasSingleKeys)
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text component="dt" size="sm" {...(isHere ? {} : { c: 'dimmed' })}>
        {does}
        {hasNote && (
          <Text span size="xs">
            {` (${elsewhere})`}
          </Text>
        )}
      </Text>
      <Group component="dd" gap={10} m={0} wrap="nowrap">
        {working.map((key) => (
          <KeyNames key={key} binding={key} />
        ))}
        {working.length === 0 && (
          <Text size="xs" c="dimmed">
            off
          </Text>
        )}
      </Group>
    </Group>
  )
}

function Uses({ group, here }: { readonly group: KeyGroup } & KeyListProps) {
  const {
    where,
    path = '/',
    uses,
  }: { readonly where: string; readonly path?: string; readonly uses: readonly KeyUse[] } = group
  const { pathname } = useLocation()
  const taken = where === lists.where ? ownKeysAt(pathname) : null
  const isHere = ({ keys }: { readonly keys: readonly string[] }) =>
    here === null ||
    where === 'Dialogs and menus' ||
    (pathname.startsWith(path) && keys.some((key) => isOfMenu(key) || (here.has(key) && !taken?.has(key))))
  const isNowhereHere = !uses.some(isHere)
  return (
    <div>
      <Title order={3} size="h6" mb="xs">
        {where}
        {isNowhereHere && (
          <Text span size="xs" c="dimmed" fw={400}>
            {` ${elsewhere}`}
          </Text>
        )}
      </Title>
      <Stack gap={6} component="dl" m={0}>
        {uses.map((use) => (
          <Use key={use.does} use={use} isHere={isHere(use)} hasNote={!isHere(use) && !isNowhereHere} />
        ))}
      </Stack>
    </div>
  )
}

/** Every key of the app, by where it works. */
export function KeyList({ here }: KeyListProps) {
  return (
    <Stack gap="lg">
      {keyGroups.map((group) => (
        <Uses key={group.where} group={group} here={here} />
      ))}
    </Stack>
  )
}

interface KeysDialogProps {
  readonly onClose: () => void
  /** Whether keys that do nothing in the view on screen are marked. */
  readonly isOfView?: boolean
}

export function KeysDialog({ onClose, isOfView = true }: KeysDialogProps) {
  const hasSingleKeys = usePreference('hasSingleKeys')
  const here = useBoundKeys()
  return (
    <Modal opened attributes={undescribed} onClose={onClose} title="Keyboard shortcuts" centered>
      {!hasSingleKeys && (
        <Text size="sm" c="dimmed" mb="md">
          {controlTexts.singleKeysOff}
        </Text>
      )}
      <KeyList here={isOfView ? here : null} />
    </Modal>
  )
}
