// Saved views in the navigation: opening, renaming, ordering, pinning and deleting them. Saving what a list shows is part
// of every list: src/renderer/records/saved-views.
export { SavedViewsGroup } from './SavedViewsGroup'
