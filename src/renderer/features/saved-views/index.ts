// Saved views in the navigation: opening, renaming, ordering, pinning and deleting them. Every list can save what it
// shows: src/renderer/records/saved-views.
export { SavedViewsGroup } from './SavedViewsGroup'
