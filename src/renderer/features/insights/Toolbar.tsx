import { Button, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { Ref } from 'react'
import { Filters } from './Filters'
import { LockedButton } from './LockedButton'
import { SearchField } from './SearchField'
import classes from './Toolbar.module.css'
import type { SearchState } from './use-search'

interface ToolbarProps {
  readonly search: SearchState
  /** null until the first answer. */
  readonly countText: string | null
  readonly searchField: Ref<HTMLInputElement>
  readonly firstFilter: Ref<HTMLButtonElement>
  readonly onNew: () => void
  /** Why no insight can be created now; null = it can. */
  readonly newBlockedBecause: string | null
}

export function Toolbar({ search, countText, searchField, firstFilter, onNew, newBlockedBecause }: ToolbarProps) {
  const plus = <IconPlus size={15} stroke={2} aria-hidden />
  return (
    <header className={classes.toolbar}>
      <div className={classes.line}>
        <Title order={1} className={classes.heading}>
          Insights
        </Title>
        <SearchField ref={searchField} text={search.filter.text} onText={search.setText} />
        <span role="status" aria-label="Number of insights" className={classes.count}>
          {countText}
        </span>
        <span className={classes.space} />
        {newBlockedBecause === null ? (
          <Button size="compact-sm" h={30} leftSection={plus} onClick={onNew}>
            New insight
          </Button>
        ) : (
          <LockedButton reason={newBlockedBecause} leftSection={plus}>
            New insight
          </LockedButton>
        )}
      </div>
      <Filters
        chips={search.chips}
        change={search.change}
        clear={search.clear}
        isFiltered={search.isFiltered}
        firstFilter={firstFilter}
      />
    </header>
  )
}
