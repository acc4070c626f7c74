import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { memo, type RefObject, useEffect, useId, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { workspaceKey } from '../../contract/workspace-key'
import { insightCounts, queryOptionsFor } from '../client/queries'
import { useAfterFirstRows } from '../client/use-after-first-rows'
import { useWorkspace } from '../client/workspace'
import { useViewAddress, viewOf } from '../navigation/view-addresses'
import { appViews, type View, type ViewGroup, viewGroups, views } from '../navigation/views'
import { count } from '../records/record-words'
import { useOpenView } from '../records/use-saved-views'
import { announce } from '../ui/announce'
import { replaceIfHere } from '../ui/current-location'
import { useKey } from '../ui/keys'
import { lazyWithPreload } from '../ui/lazy-with-preload'
import classes from './AppShell.module.css'
import { focusView } from './use-focus-kept'

const SavedViewsGroup = lazyWithPreload(() =>
  import('../features/saved-views').then(({ SavedViewsGroup }) => SavedViewsGroup),
)

interface Count {
  readonly number: number
  /** Word after the number, for people who cannot see which link it is beside. */
  readonly word: string
  /** Why the number is smaller than the view's number of unseen ones. */
  readonly note?: string | null
}

function useCounts(): ReadonlyMap<string, Count> {
  const { ref: workspace } = useWorkspace()
  const { data: insights } = useQuery(insightCounts(workspace))
  const { data: news } = useQuery({
    ...queryOptionsFor('news', 'query', { workspace, text: '', kinds: [], offset: 0, limit: 1 }),
    enabled: useAfterFirstRows(),
  })
  return new Map([
    ['/insights', { number: insights?.left ?? 0, word: 'to triage', note: othersUnseen(insights) }],
    ['/news', { number: news?.all ?? 0, word: news?.all === 1 ? 'change' : 'changes' }],
  ])
}

/** "2 more unseen: reviewed, snoozed or created on this computer" */
function othersUnseen(insights: { readonly unseen: number; readonly left: number } | undefined): string | null {
  const others = insights === undefined ? 0 : insights.unseen - insights.left
  return others > 0 ? `${count(others)} more unseen: reviewed, snoozed or created on this computer` : null
}

/** "Insights: 43 to triage · 2 more unseen: reviewed, snoozed or created on this computer" */
function titleOf(label: string, given: Count | undefined): string {
  if (given === undefined) return label
  const parts = [given.number > 0 ? `${count(given.number)} ${given.word}` : null, given.note ?? null]
  const said = parts.filter((part) => part !== null)
  return said.length === 0 ? label : `${label}: ${said.join(' · ')}`
}

/** Beside the link, not in it: the link keeps the name that everybody knows it by. */
function LinkCount({ id, count: { number, word } }: { readonly id: string; readonly count: Count }) {
  if (number === 0) return null
  return (
    <>
      <Badge size="sm" variant="default" className={classes.count} aria-hidden>
        {number > 999 ? '999+' : number}
      </Badge>
      <span id={id} hidden>
        {number} {word}
      </span>
    </>
  )
}

interface ViewLinkProps extends View {
  readonly given: Count | undefined
  readonly isCurrent: boolean
}

function ViewLink({ path, label, Icon, binding, given, isCurrent }: ViewLinkProps) {
  const navigate = useNavigate()
  const address = useViewAddress()(path)
  useKey(binding, () => {
    focusView()
    void navigate(address, replaceIfHere(address))
  })
  const countId = useId()
  return (
    <li className={classes.item}>
      <Link
        to={address}
        className={classes.link}
        aria-current={isCurrent ? 'page' : undefined}
        title={titleOf(label, given)}
        {...(given ? { 'aria-describedby': countId } : {})}
      >
        <Icon size={17} stroke={1.7} aria-hidden />
        <span className={classes.linkText}>{label}</span>
      </Link>
      {given && <LinkCount id={countId} count={given} />}
    </li>
  )
}

/** Announces the view, as the page does not reload between views. */
function AnnouncedView() {
  const { pathname } = useLocation()
  const view = views.find(({ path }) => pathname.startsWith(path))?.label
  const last = useRef(view)
  useEffect(() => {
    if (view !== undefined && last.current !== view) announce(view)
    last.current = view
  }, [view])
  return null
}

/** Scrolls to the current link: a low window has no room for all. */
function CurrentInSight({ navigation }: { readonly navigation: RefObject<HTMLElement | null> }) {
  const view = viewOf(useLocation().pathname)
  // biome-ignore lint/correctness/useExhaustiveDependencies: done whenever it becomes another one
  useEffect(() => {
    navigation.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' })
  }, [view, navigation])
  return null
}

interface GroupProps extends Pick<ViewGroup, 'views'>, Partial<Pick<ViewGroup, 'title'>> {
  readonly counts: ReadonlyMap<string, Count>
}

function Group({ title, views: links, counts }: GroupProps) {
  const titleId = useId()
  const view = viewOf(useLocation().pathname)
  // A pinned saved view has a link of its own below.
  const hasOwnLink = useOpenView(`/${view}`)?.isPinned
  return (
    <div className={classes.group}>
      {title !== undefined && (
        <div id={titleId} className={classes.groupTitle}>
          {title}
        </div>
      )}
      <ul {...(title === undefined ? {} : { 'aria-labelledby': titleId })}>
        {links.map((link) => (
          <ViewLink
            key={link.path}
            {...link}
            given={counts.get(link.path)}
            isCurrent={viewOf(link.path) === view && !hasOwnLink}
          />
        ))}
      </ul>
    </div>
  )
}

/** Memoised, as the address concerns its links alone. */
export const Navigation = memo(function Navigation() {
  const counts = useCounts()
  const { ref: workspace } = useWorkspace()
  const navigation = useRef<HTMLElement>(null)
  return (
    <nav ref={navigation} aria-label="Views" className={classes.navigation}>
      <AnnouncedView />
      <CurrentInSight navigation={navigation} />
      <div className={classes.views}>
        {viewGroups.map((group) => (
          <Group key={group.title} {...group} counts={counts} />
        ))}
        {/* Begins anew with another workspace: a view that is being renamed, or can be restored, is of the one before. */}
        <SavedViewsGroup key={workspaceKey(workspace)} />
      </div>
      {/* In sight in a low window too: Activity lists unsent changes. */}
      <div className={classes.appViews}>
        <Group views={appViews} counts={counts} />
      </div>
    </nav>
  )
})
