import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { NavLink, useLocation, useNavigate } from 'react-router'
import { queryOf } from '../client/queries'
import { announce } from '../ui/announce'
import { useKey } from '../ui/keys'
import classes from './frame.module.css'
import { innerViews, type View, views } from './views'
import { useWorkspace } from './workspace'

function useUnseen(): number {
  const { ref } = useWorkspace()
  const { data } = useQuery(
    queryOf('insights', 'query', {
      workspace: ref,
      filter: {},
      sort: { column: 'updatedAt', direction: 'descending' },
      offset: 0,
      limit: 1,
    }),
  )
  return data?.unseen ?? 0
}

/** Beside the link, not in it: the link keeps the name that everybody knows it by. */
function Unseen({ id }: { readonly id: string }) {
  const unseen = useUnseen()
  if (unseen === 0) return null
  return (
    <>
      <Badge size="sm" variant="default" className={classes.count} aria-hidden>
        {unseen > 999 ? '999+' : unseen}
      </Badge>
      <span id={id} hidden>
        {unseen} unseen
      </span>
    </>
  )
}

const unseenId = 'navigation-unseen'

function ViewLink({ path, label, Icon, binding }: View) {
  const navigate = useNavigate()
  useKey(binding, () => void navigate(path), { description: `Go to ${label}`, group: 'Views' })
  const hasCount = path === '/insights'
  return (
    <li className={classes.item}>
      <NavLink
        to={path}
        className={classes.link ?? ''}
        title={label}
        {...(hasCount ? { 'aria-describedby': unseenId } : {})}
      >
        <Icon size={17} stroke={1.7} aria-hidden />
        <span className={classes.linkText}>{label}</span>
      </NavLink>
      {hasCount && <Unseen id={unseenId} />}
    </li>
  )
}

/** The page does not reload between views, so the change is said. */
function useAnnouncedView() {
  const { pathname } = useLocation()
  const view = [...views, ...innerViews].find(({ path }) => pathname.startsWith(path))?.label
  const last = useRef(view)
  useEffect(() => {
    if (view !== undefined && last.current !== view) announce(view)
    last.current = view
  }, [view])
}

export function Navigation() {
  useAnnouncedView()
  return (
    <nav aria-label="Views" className={classes.navigation}>
      <ul>
        {views.map((view) => (
          <ViewLink key={view.path} {...view} />
        ))}
      </ul>
    </nav>
  )
}
