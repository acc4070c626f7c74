import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { onlyOnThisComputer } from '../../../contract/features/record-words'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import classes from '../RecordToolbar.module.css'

interface Choice<Status extends string> {
  readonly status: Status
  readonly hasNote: boolean
  readonly labels: string[]
}

interface TriageFilterProps<Status extends string> extends Choice<Status> {
  /** Words of the states; `any` is no filter. */
  readonly words: Readonly<Record<Status, string>>
  readonly onChange: (choice: Partial<Choice<Status>>) => void
}

/** Text of the button while nothing is chosen, in every list: short, as the chips of insights fit on one line. */
const buttonName = 'Private'
const withNote = 'Has a note'

/** Filters by the person's decisions, notes and labels. */
export function TriageFilter<Status extends string>(props: TriageFilterProps<Status>) {
  const { words, status, hasNote, labels, onChange } = props
  const { ref: workspace } = useWorkspace()
  const [isOpen, setIsOpen] = useState(false)
  const { data: known = [] } = useQuery({
    ...queryOptionsFor('triage', 'labels', { workspace }),
    enabled: isOpen || labels.length > 0,
  })
  const offered = [...new Set([...labels, ...known.map(({ label }) => label)])]
  const parts = [...(status === 'any' ? [] : [words[status]]), ...(hasNote ? [withNote] : []), ...labels]
  const statuses = Object.keys(words) as Status[]
  return (
    <Menu opened={isOpen} onChange={setIsOpen} position="bottom-start" closeOnItemClick={false}>
      <Menu.Target>
        <button type="button" className={classes.chip} data-long data-on={parts.length > 0 || undefined}>
          <span className={classes.chipText}>{parts.length === 0 ? buttonName : parts.join(', ')}</span>
          <IconChevronDown size={12} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label={onlyOnThisComputer}>
        <Menu.Label>{onlyOnThisComputer}</Menu.Label>
        <Menu.RadioGroup value={status} onChange={(value) => onChange({ status: value as Status })}>
          {statuses.map((value) => (
            <Menu.RadioItem key={value} value={value}>
              {words[value]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.CheckboxItem checked={hasNote} onChange={(checked) => onChange({ hasNote: checked })}>
          {withNote}
        </Menu.CheckboxItem>
        {offered.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Label>Labels</Menu.Label>
            <Menu.CheckboxGroup value={labels} onChange={(next) => onChange({ labels: next })}>
              {offered.map((label) => (
                <Menu.CheckboxItem key={label} value={label}>
                  {label}
                </Menu.CheckboxItem>
              ))}
            </Menu.CheckboxGroup>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
