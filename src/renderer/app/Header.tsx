import { Kbd, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { memo } from 'react'
import { EnvironmentMenu, ReadOnly, WorkspaceMenu } from '../features/environments'
import { SyncStatusButton } from '../features/sync'
import { keyTexts } from '../ui/KeyNames'
import classes from './AppShell.module.css'

/** Memoised, as it is the same at every address. */
export const Header = memo(function Header({ onSearch }: { readonly onSearch: () => void }) {
  return (
    <header className={classes.header}>
      <div className={classes.place}>
        <EnvironmentMenu />
        <WorkspaceMenu />
        <ReadOnly />
      </div>
      <UnstyledButton className={classes.search} aria-label="Search or run a command" onClick={onSearch}>
        <IconSearch size={15} aria-hidden />
        <span className={classes.searchText}>Search or run a command</span>
        <Kbd size="xs" className={classes.searchKey} data-keys={keyTexts('mod+k')[0]} />
      </UnstyledButton>
      <div className={classes.freshness}>
        <SyncStatusButton />
      </div>
    </header>
  )
})
