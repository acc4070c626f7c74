// The topic map: where each insight with an embedding stands on a plane, and selections made on it. A point goes with its
// embedding, so an insight whose embedding changed is placed anew.
import type { Migration } from './migration'

export const topicMap: Migration = {
  version: 19,
  sql: `
CREATE TABLE topic_maps (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL UNIQUE REFERENCES workspaces (row),
  id TEXT NOT NULL,
  made_at TEXT NOT NULL,
  -- Bytes of the embeddings that it was made from: others cannot be placed on it.
  embedding_bytes INTEGER NOT NULL,
  -- JSON: the words of each cluster, from 0.
  clusters TEXT NOT NULL
) STRICT;

CREATE TABLE topic_map_points (
  insight INTEGER PRIMARY KEY REFERENCES insight_embeddings (insight) ON DELETE CASCADE,
  map INTEGER NOT NULL REFERENCES topic_maps (row) ON DELETE CASCADE,
  -- 0 to 65535.
  x INTEGER NOT NULL,
  y INTEGER NOT NULL,
  -- null: between clusters.
  cluster INTEGER,
  -- 0: arranged by UMAP. 1: placed by its neighbours. 2: the same, after the map was drawn.
  origin INTEGER NOT NULL
) STRICT;
CREATE INDEX topic_map_points_by_map ON topic_map_points (map, origin);

CREATE TABLE insight_selections (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  id TEXT NOT NULL,
  UNIQUE (workspace, id)
) STRICT;

CREATE TABLE selected_insights (
  selection INTEGER NOT NULL REFERENCES insight_selections (row) ON DELETE CASCADE,
  insight INTEGER NOT NULL REFERENCES insights (row) ON DELETE CASCADE,
  PRIMARY KEY (selection, insight)
) STRICT, WITHOUT ROWID;
CREATE INDEX selected_insights_by_insight ON selected_insights (insight);
`,
}
