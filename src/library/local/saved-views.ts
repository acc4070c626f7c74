// Views that the person saved. The service never hears of them.
//
// Default views have no rows until the person changes one: reading writes nothing, and a new version can word them
// better. A deleted one leaves a row that says so.
import { AppError } from '../../contract/errors'
import {
  defaultViews,
  longestViewName,
  mostSavedViews,
  type SavedFilter,
  type SavedView,
} from '../../contract/features/saved-views'
import type { Connection, SqlRow } from '../store/connection'
import { ensureWorkspace, findWorkspace, type StoreApi, type StoreContext, type WorkspaceIds } from '../store/context'
import { column, rowOf } from '../store/row'
import { repairText } from '../text/repair-text'
import { workspaceRow } from './workspace-row'

type SavedViewCalls = Pick<StoreApi, 'listSavedViews' | 'saveSavedView' | 'removeSavedView' | 'orderSavedViews'>

const viewRow = rowOf({
  id: column.text,
  name: column.text,
  address: column.text,
  filter: column.json<SavedFilter>(),
  columns: column.orElse(column.json<NonNullable<SavedView['columns']>>(), null),
  isPinned: column.flag,
  isRemoved: column.flag,
  position: column.number,
})

interface Placed {
  readonly view: SavedView
  readonly isRemoved: boolean
  readonly position: number
}

export function createSavedViews(context: StoreContext): SavedViewCalls {
  return {
    listSavedViews: ({ workspace }) =>
      context.read((connection) => shown(readAll(connection, workspace)).map(({ view }) => view)),
    saveSavedView: ({ workspace, view }) =>
      context.write((connection) => {
        const all = readAll(connection, workspace)
        requireRoom(all, view)
        write(connection, workspace, { view, isRemoved: false, position: positionOf(all, view.id) })
        return null
      }),
    removeSavedView: ({ workspace, id }) =>
      context.write((connection) => {
        const removed = readAll(connection, workspace).find(({ view }) => view.id === id)
        if (removed === undefined) return null
        if (isDefault(id)) write(connection, workspace, { ...removed, isRemoved: true })
        else {
          const sql = 'DELETE FROM saved_views WHERE workspace = ? AND id = ?'
          connection.run(sql, [findWorkspace(connection, workspace), id])
        }
        return null
      }),
    orderSavedViews: ({ workspace, ids }) =>
      context.write((connection) => {
        const all = readAll(connection, workspace)
        const rankOf = ({ view }: Placed) => (ids.includes(view.id) ? ids.indexOf(view.id) : ids.length)
        const ordered = all.toSorted((one, other) => rankOf(one) - rankOf(other))
        ordered.forEach((placed, position) => {
          if (placed.position !== position) write(connection, workspace, { ...placed, position })
        })
        return null
      }),
  }
}

const isDefault = (id: string) => defaultViews.some((view) => view.id === id)
const shown = (all: readonly Placed[]) => all.filter(({ isRemoved }) => !isRemoved)
const folded = (name: string) => repairText(name).trim().normalize('NFC').toLowerCase()

/** Reads all views in the person's order, with removed default ones. */
function readAll(connection: Connection, workspace: WorkspaceIds): readonly Placed[] {
  const stored = connection
    .all(
      'SELECT * FROM saved_views WHERE workspace = ? ORDER BY position, row',
      [findWorkspace(connection, workspace)],
      viewRow,
    )
    .map(({ isRemoved, position, ...view }): Placed => ({ view, isRemoved, position }))
  const untouched = defaultViews
    .map((view, position): Placed => ({ view, isRemoved: false, position }))
    .filter(({ view }) => !stored.some((each) => each.view.id === view.id))
  return [...untouched, ...stored].sort((one, other) => one.position - other.position)
}

/** Throws INVALID_INPUT. */
function requireRoom(all: readonly Placed[], { id, name }: SavedView): void {
  const others = shown(all).filter(({ view }) => view.id !== id)
  const refuse = (message: string) => new AppError('INVALID_INPUT', message, { fields: [{ path: ['name'], message }] })
  if (others.some(({ view }) => folded(view.name) === folded(name))) {
    throw refuse('A view with this name already exists.')
  }
  if (others.length >= mostSavedViews)
    throw refuse(`You can save up to ${mostSavedViews} views. Delete one to save another.`)
}

/** Position of a view; a new one goes to the end. */
function positionOf(all: readonly Placed[], id: string): number {
  const known = all.find(({ view }) => view.id === id)
  return known?.position ?? Math.max(-1, ...all.map(({ position }) => position)) + 1
}

function write(connection: Connection, workspace: WorkspaceIds, { view, isRemoved, position }: Placed): void {
  const { id, name, address, filter, columns, isPinned } = view
  connection.run(
    `INSERT INTO saved_views (workspace, id, is_removed, name, address, filter, columns, is_pinned, position)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (workspace, id) DO UPDATE SET is_removed = excluded.is_removed, name = excluded.name,
       address = excluded.address, filter = excluded.filter, columns = excluded.columns,
       is_pinned = excluded.is_pinned, position = excluded.position`,
    [
      ...[ensureWorkspace(connection, workspace), id, Number(isRemoved), repairText(name).trim(), repairText(address)],
      ...[JSON.stringify(filter), columns && JSON.stringify(columns), Number(isPinned), position],
    ],
  )
}

/** Writes a row of a library in memory over that in the file. A name that another view of the file has gets a number. */
export function mergeSavedView(connection: Connection, stored: SqlRow): void {
  const workspace = workspaceRow.read(stored)
  const { isRemoved, position, ...view } = viewRow.read(stored)
  const all = readAll(connection, workspace)
  const own = all.find((other) => other.view.id === view.id)
  if (own !== undefined && !isRemoved && isDefaultContent(view)) {
    write(connection, workspace, moveAndPin(own, view, position))
    return
  }
  const taken = new Set(
    shown(all)
      .filter((other) => other.view.id !== view.id)
      .map((other) => folded(other.view.name)),
  )
  let name = view.name
  for (let number = 2; taken.has(folded(name)); number += 1) {
    const ending = ` (${number})`
    name = view.name.slice(0, longestViewName - ending.length) + ending
  }
  const place = own === undefined ? positionOf(all, view.id) : position
  write(connection, workspace, { view: { ...view, name }, isRemoved, position: place })
}

const contentOf = ({ name, address, filter, columns }: SavedView) => JSON.stringify([name, address, filter, columns])

const isDefaultContent = (view: SavedView) =>
  defaultViews.some((each) => each.id === view.id && contentOf(each) === contentOf(view))

/** A default view was only moved or pinned in memory, which has no other row: the file's may be changed or deleted. */
function moveAndPin(own: Placed, { id, isPinned }: SavedView, position: number): Placed {
  const index = defaultViews.findIndex((each) => each.id === id)
  return {
    ...own,
    view: isPinned === defaultViews[index]?.isPinned ? own.view : { ...own.view, isPinned },
    position: position === index ? own.position : position,
  }
}
