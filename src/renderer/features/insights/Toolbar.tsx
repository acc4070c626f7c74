import { Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ToolbarParts } from '../../ui/ListShell'
import { ReasonedButton } from '../../ui/records/ReasonedButton'
import { SearchField } from '../../ui/records/SearchField'
import { Filters } from './Filters'
import classes from './Toolbar.module.css'
import type { SearchState } from './use-search'

interface ToolbarProps extends ToolbarParts {
  readonly search: SearchState
  /** null until the first answer. */
  readonly countText: string | null
  readonly onNew: () => void
  /** Why no insight can be created now; null = it can. */
  readonly newBlockedBecause: string | null
}

export function Toolbar({ search, countText, places, sortMenu, onNew, newBlockedBecause }: ToolbarProps) {
  return (
    <header className={classes.toolbar}>
      <div className={classes.line}>
        <Title order={1} className={classes.heading}>
          Insights
        </Title>
        <SearchField
          ref={places.searchField}
          label="Search insights"
          text={search.filter.text}
          onText={search.setText}
          toRows={places.toRows}
        />
        <span role="status" aria-label="Number of insights" className={classes.count}>
          {countText}
        </span>
        <span className={classes.space} />
        {sortMenu}
        <ReasonedButton
          reason={newBlockedBecause}
          isMain
          leftSection={<IconPlus size={15} stroke={2} aria-hidden />}
          onClick={onNew}
        >
          New insight
        </ReasonedButton>
      </div>
      <Filters chips={search.chips} change={search.change} clear={search.clear} isFiltered={search.isFiltered} />
    </header>
  )
}
