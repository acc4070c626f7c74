import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { InsightFilter } from '../../../contract/features/insights'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import classes from '../../records/RecordToolbar.module.css'

type Choice = Pick<InsightFilter, 'triage' | 'labels'>

interface TriageFilterProps extends Choice {
  readonly onChange: (choice: Partial<Choice>) => void
}

const words: Readonly<Record<InsightFilter['triage'], string>> = {
  any: 'Any',
  left: 'To triage',
  reviewed: 'Reviewed',
  snoozed: 'Snoozed',
}

const chosen = Object.keys(words) as InsightFilter['triage'][]

/** By what the person decided and by their labels. */
export function TriageFilter({ triage, labels, onChange }: TriageFilterProps) {
  const { ref: workspace } = useWorkspace()
  const [isOpen, setIsOpen] = useState(false)
  const { data: known = [] } = useQuery({
    ...queryOptionsFor('triage', 'labels', { workspace }),
    enabled: isOpen || labels.length > 0,
  })
  const offered = [...new Set([...labels, ...known.map(({ label }) => label)])]
  const parts = [...(triage === 'any' ? [] : [words[triage]]), ...labels]
  return (
    <Menu
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-start"
      shadow="md"
      closeOnItemClick={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <button type="button" className={classes.chip} data-long data-on={parts.length > 0 || undefined}>
          <span className={classes.chipText}>{parts.length === 0 ? 'State' : parts.join(', ')}</span>
          <IconChevronDown size={12} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label="State and labels">
        <Menu.RadioGroup value={triage} onChange={(value) => onChange({ triage: value as Choice['triage'] })}>
          {chosen.map((value) => (
            <Menu.RadioItem key={value} value={value}>
              {words[value]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
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
