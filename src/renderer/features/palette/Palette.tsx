// One field for everything. The focus stays in the field; aria-activedescendant names the entry that Enter would run.

import { Modal, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconEyeOff, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, memo, useEffect, useId, useMemo, useState } from 'react'
import { hiddenContent } from '../../../contract/features/record-words'
import { createMarker } from '../../../contract/features/search-marks'
import { usePreference } from '../../client/preferences'
import { ForgivenWords } from '../../records/ForgivenNotice'
import { shownKey } from '../../ui/every-key'
import { KeyNames } from '../../ui/KeyNames'
import { Marked, SearchMarks } from '../../ui/Marked'
import { undescribed } from '../../ui/undescribed'
import type { AppCommands } from './commands'
import { usePaletteEntries } from './entries'
import type { PaletteEntry } from './entry'
import classes from './palette.module.css'
import { paletteTexts } from './palette-words'
import { useRecent } from './recent'

const pauseMs = 120

interface PaletteProps {
  readonly commands: AppCommands
  readonly onClose: () => void
}

interface OptionProps {
  readonly entry: PaletteEntry
  readonly id: string
  readonly isCurrent: boolean
  readonly hasHeading: boolean
  /** The pointer is on it: Enter runs the entry under the pointer. */
  readonly onPoint: () => void
  readonly onRun: () => void
}

interface EntryTextProps extends Pick<PaletteEntry, 'label' | 'detail' | 'kind' | 'Icon' | 'binding' | 'isMasked'> {
  /** The entry matched the typed words, which are marked. */
  readonly isFound: boolean
}

/** Memo: every key makes the entries anew, mostly unchanged. */
const EntryText = memo(function EntryText({ label, detail, kind, Icon, binding, isMasked, isFound }: EntryTextProps) {
  const hasSingleKeys = usePreference('hasSingleKeys')
  const key = binding === undefined ? null : shownKey(binding, hasSingleKeys)
  return (
    <>
      {Icon && <Icon size={16} stroke={1.7} className={classes.icon} aria-hidden />}
      {isMasked === true ? (
        <span className={classes.label} data-masked>
          <IconEyeOff size={15} stroke={1.8} aria-hidden />
          {hiddenContent}
        </span>
      ) : (
        <Text span size="sm" truncate className={classes.label} dir="auto">
          {isFound ? <Marked text={label} /> : label}
        </Text>
      )}
      {kind !== undefined && <VisuallyHidden>{kind}</VisuallyHidden>}
      {detail !== undefined && (
        <Text span size="xs" c="dimmed">
          {detail}
        </Text>
      )}
      {/* Not read out: keys would become part of the name. */}
      {key !== null && (
        <span aria-hidden>
          <KeyNames binding={key} />
        </span>
      )}
    </>
  )
})

function Option({ entry, id, isCurrent, hasHeading, onPoint, onRun }: OptionProps) {
  useEffect(() => {
    if (isCurrent) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent, id])
  return (
    <>
      {hasHeading && (
        <div role="presentation" className={classes.heading}>
          {entry.group}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys */}
      <div
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={isCurrent}
        className={classes.option}
        onMouseDown={(event) => event.preventDefault()}
        onMouseMove={() => isCurrent || onPoint()}
        onClick={onRun}
      >
        <EntryText
          label={entry.label}
          detail={entry.detail}
          kind={entry.kind}
          Icon={entry.Icon}
          binding={entry.binding}
          isMasked={entry.isMasked}
          isFound={entry.isMore !== true && entry.isRelated !== true}
        />
      </div>
    </>
  )
}

function foundWords(results: number): string {
  if (results === 0) return paletteTexts.noResults
  return results === 1 ? '1 result' : `${results} results`
}

export function Palette({ commands, onClose }: PaletteProps) {
  const listId = useId()
  const [text, setText] = useState('')
  /** Id chosen with the arrows; null: whichever entry is first. */
  const [chosen, setChosen] = useState<string | null>(null)
  const [paused] = useDebouncedValue(text.trim(), pauseMs)
  const { recent, keep } = useRecent()
  const { entries, isSearching, forgiven, areGuessed } = usePaletteEntries(commands, text.trim(), paused, recent)
  const searched = text.trim()
  const marker = useMemo(() => createMarker(searched, forgiven), [searched, forgiven])
  // By id, not by place: records arrive while the person looks.
  const current = Math.max(
    0,
    entries.findIndex(({ id }) => id === chosen),
  )

  const found = isSearching
    ? 'Searching…'
    : foundWords(entries.filter(({ isMore, isRelated }) => isMore !== true && isRelated !== true).length)

  const run = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return
    onClose()
    keep(entry)
    entry.run()
  }

  const keyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && entries.length > 0) {
      event.preventDefault()
      setChosen(entries[(current + step + entries.length) % entries.length]?.id ?? null)
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      run(entries[current])
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      size={560}
      padding={0}
      yOffset="12vh"
      attributes={{ ...undescribed, content: { 'aria-label': 'Search or run a command' } }}
    >
      <TextInput
        // The dialog gives it the focus too, but a few frames later, when a fast typist has lost the first letters.
        autoFocus
        data-autofocus
        variant="unstyled"
        size="md"
        role="combobox"
        aria-label="Search or run a command"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={entries.length > 0 ? `${listId}-${current}` : undefined}
        placeholder="Search records, views, commands, workspaces"
        leftSection={<IconSearch size={16} aria-hidden />}
        className={classes.field}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setChosen(null)
        }}
        onKeyDown={keyDown}
      />
      <div className={classes.results}>
        {areGuessed && (
          <Text size="xs" c="dimmed" className={classes.forgiven}>
            <ForgivenWords text={searched} forgiven={forgiven} />. Use quotes for an exact match.
          </Text>
        )}
        <div id={listId} role="listbox" aria-label="Results" className={classes.list}>
          <SearchMarks value={marker}>
            {entries.map((entry, position) => (
              <Option
                key={entry.id}
                entry={entry}
                id={`${listId}-${position}`}
                isCurrent={position === current}
                hasHeading={entries[position - 1]?.group !== entry.group}
                onPoint={() => setChosen(entry.id)}
                onRun={() => run(entry)}
              />
            ))}
          </SearchMarks>
        </div>
        {entries.length === 0 && (
          <Text size="sm" c="dimmed" ta="center" p="lg" aria-hidden>
            {found}
          </Text>
        )}
        {/* Present from the start: a live region that appears with its text is not announced. */}
        <VisuallyHidden role="status" aria-label="Results">
          {text.trim() === '' ? '' : found}
        </VisuallyHidden>
      </div>
    </Modal>
  )
}
