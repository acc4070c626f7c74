// Where all migrations lead, for new databases. Generated: see store/migrate.test.ts.
export const schema = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE workspaces (
  row INTEGER PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  workspace_id TEXT NOT NULL,
  -- Of the last answer that was taken in; null when something else has changed the insights since.
  body_hash TEXT, knowledge_hash TEXT, scores_thinned_until TEXT,
  UNIQUE (organisation_id, workspace_id)
) STRICT;

CREATE TABLE syncs (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  started_at TEXT NOT NULL,
  report TEXT NOT NULL
, resource TEXT NOT NULL DEFAULT 'insights') STRICT;

CREATE TABLE journal (
  row INTEGER PRIMARY KEY AUTOINCREMENT,
  change_id TEXT NOT NULL UNIQUE,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  kind TEXT NOT NULL,
  target_id TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  error TEXT,
  mac BLOB NOT NULL
, title TEXT, content TEXT, needs_review INTEGER NOT NULL DEFAULT 0, is_superseded INTEGER NOT NULL DEFAULT 0, version INTEGER NOT NULL DEFAULT 1, retry_at TEXT, attempt_run TEXT, attempt_ms REAL, is_edited INTEGER NOT NULL DEFAULT 0, draft_id TEXT) STRICT;

CREATE INDEX journal_of_target ON journal (workspace, target_id);

CREATE TABLE "journal_quarantine" (
  row INTEGER PRIMARY KEY,
  change_id TEXT NOT NULL,
  workspace INTEGER,
  kind TEXT NOT NULL,
  target_id TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at TEXT NOT NULL,
  mac BLOB NOT NULL
) STRICT;

CREATE TABLE activity (
  row INTEGER PRIMARY KEY,
  change_id TEXT NOT NULL UNIQUE,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  kind TEXT NOT NULL,
  target_id TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('done', 'discarded')),
  attempts INTEGER NOT NULL,
  error TEXT,
  settled_at TEXT NOT NULL
, title TEXT, content TEXT, request_ms INTEGER) STRICT;

CREATE INDEX activity_of_workspace ON activity (workspace, created_at);

CREATE TABLE insights (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  id TEXT NOT NULL,
  type TEXT NOT NULL,
  seen INTEGER NOT NULL,
  hide_content INTEGER NOT NULL,
  strength_score REAL,
  momentum_score REAL,
  combined_score REAL,
  strength REAL NOT NULL,
  has_opportunity INTEGER NOT NULL,
  has_relationships INTEGER NOT NULL,
  title_key TEXT NOT NULL,
  created_key INTEGER,
  updated_key INTEGER,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  last_score_calculated_at TEXT,
  owner_id TEXT,
  own_change TEXT REFERENCES journal (change_id) ON DELETE CASCADE,
  -- When the service confirmed a change that made this row: an older answer that lacks it says nothing.
  confirmed_at TEXT,
  content_hash TEXT,
  unknown_fields TEXT,
  added_sync INTEGER,
  title TEXT NOT NULL,
  description TEXT NOT NULL, triage INTEGER NOT NULL DEFAULT 0,
  UNIQUE (workspace, id)
) STRICT;

CREATE INDEX insights_by_change ON insights (own_change) WHERE own_change IS NOT NULL;

CREATE INDEX insights_by_type ON insights (workspace, type);

CREATE INDEX insights_by_title_key ON insights (workspace, title_key);

CREATE INDEX insights_by_combined_score ON insights (workspace, combined_score);

CREATE INDEX insights_by_strength_score ON insights (workspace, strength_score);

CREATE INDEX insights_by_momentum_score ON insights (workspace, momentum_score);

CREATE INDEX insights_by_strength ON insights (workspace, strength);

CREATE INDEX insights_by_created_key ON insights (workspace, created_key);

CREATE INDEX insights_by_updated_key ON insights (workspace, updated_key);

CREATE TABLE insight_embeddings (
  insight INTEGER PRIMARY KEY REFERENCES insights (row) ON DELETE CASCADE,
  numbers BLOB NOT NULL
) STRICT;

CREATE VIRTUAL TABLE insights_fts USING fts5 (
  title, description,
  content = '', contentless_delete = 1, detail = none, prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TRIGGER insights_unindexed AFTER DELETE ON insights BEGIN
  DELETE FROM insights_fts WHERE rowid = old.row;
END;

CREATE TABLE opportunities (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  id TEXT NOT NULL,
  added_sync INTEGER NOT NULL,
  changed_sync INTEGER NOT NULL,
  read INTEGER NOT NULL,
  status TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  solutions_generating_state TEXT NOT NULL,
  created_by TEXT NOT NULL,
  hide_content INTEGER NOT NULL,
  owner_id TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (workspace, id)
) STRICT;

CREATE TABLE solutions (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  id TEXT NOT NULL,
  added_sync INTEGER NOT NULL,
  changed_sync INTEGER NOT NULL,
  system_prompt TEXT,
  ai_processing_state TEXT NOT NULL,
  refinement_log TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  status TEXT NOT NULL,
  pros TEXT NOT NULL,
  cons TEXT NOT NULL,
  hide_content INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  owner_id TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  priority TEXT NOT NULL,
  prd TEXT NOT NULL,
  horizon TEXT,
  UNIQUE (workspace, id)
) STRICT;

CREATE TABLE outcomes (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  id TEXT NOT NULL,
  added_sync INTEGER NOT NULL,
  changed_sync INTEGER NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  priority REAL NOT NULL,
  trend REAL,
  analytic_events TEXT,
  hide_content INTEGER NOT NULL,
  owner_id TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (workspace, id)
) STRICT;

CREATE TABLE feedback (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  id TEXT NOT NULL,
  added_sync INTEGER NOT NULL,
  changed_sync INTEGER NOT NULL,
  content TEXT NOT NULL,
  source TEXT NOT NULL,
  source_id TEXT,
  source_url TEXT,
  submitted_by TEXT,
  processed INTEGER NOT NULL,
  sentiment_score REAL,
  sentiment_category TEXT,
  sentiment_confidence REAL,
  created_at TEXT NOT NULL,
  created_at_epoch REAL,
  title TEXT,
  updated_at TEXT NOT NULL,
  UNIQUE (workspace, id)
) STRICT;

CREATE TABLE insight_opportunities (
  insight INTEGER NOT NULL REFERENCES insights (row) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  opportunity INTEGER NOT NULL REFERENCES opportunities (row),
  PRIMARY KEY (insight, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX insight_opportunities_back ON insight_opportunities (opportunity, insight);

CREATE TABLE insight_solutions (
  insight INTEGER NOT NULL REFERENCES insights (row) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  solution INTEGER NOT NULL REFERENCES solutions (row),
  PRIMARY KEY (insight, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX insight_solutions_back ON insight_solutions (solution, insight);

CREATE TABLE insight_outcomes (
  insight INTEGER NOT NULL REFERENCES insights (row) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  outcome INTEGER NOT NULL REFERENCES outcomes (row),
  PRIMARY KEY (insight, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX insight_outcomes_back ON insight_outcomes (outcome, insight);

CREATE TABLE insight_feedback (
  insight INTEGER NOT NULL REFERENCES insights (row) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  feedback INTEGER NOT NULL REFERENCES feedback (row),
  PRIMARY KEY (insight, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX insight_feedback_back ON insight_feedback (feedback, insight);

CREATE TABLE change_log (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  sync INTEGER NOT NULL,
  insight_id TEXT NOT NULL,
  change TEXT NOT NULL CHECK (change IN ('added', 'changed', 'removed')),
  -- Names of the fields that changed, and what they held before; of a removed record all there was.
  fields TEXT,
  before TEXT
) STRICT;

CREATE INDEX change_log_of_sync ON change_log (sync);

CREATE TABLE score_history (
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  insight_id TEXT NOT NULL,
  sync INTEGER NOT NULL,
  strength_score REAL,
  momentum_score REAL,
  combined_score REAL,
  PRIMARY KEY (workspace, insight_id, sync)
) STRICT, WITHOUT ROWID;

CREATE INDEX syncs_of_workspace ON syncs (workspace, resource);

CREATE TABLE "quarantine" (
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  resource TEXT NOT NULL,
  position INTEGER NOT NULL,
  item_id TEXT,
  PRIMARY KEY (workspace, resource, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX activity_of_target ON activity (workspace, kind, settled_at);

CREATE TABLE knowledge (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  id TEXT NOT NULL,
  content_hash TEXT,
  unknown_fields TEXT,
  state TEXT,
  title TEXT,
  description TEXT,
  created_at TEXT,
  updated_at TEXT,
  source TEXT,
  provided_by TEXT,
  pdf_file_url TEXT,
  txt_file_url TEXT,
  url TEXT,
  UNIQUE (workspace, id)
) STRICT;

CREATE TABLE metrics (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  metric_id TEXT NOT NULL,
  label TEXT NOT NULL,
  added_at TEXT NOT NULL,
  UNIQUE (workspace, metric_id)
) STRICT;

CREATE TABLE metric_links (
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  metric_id TEXT NOT NULL,
  outcome_id TEXT NOT NULL,
  linked_at TEXT NOT NULL,
  PRIMARY KEY (workspace, metric_id, outcome_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX metric_links_back ON metric_links (workspace, outcome_id);

CREATE TABLE topics (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  id TEXT NOT NULL,
  title TEXT,
  description TEXT,
  -- All that the service sent: what its lists hold is read again whenever it is asked for.
  raw TEXT NOT NULL,
  is_pinned INTEGER NOT NULL,
  read_at TEXT NOT NULL,
  opened_at TEXT NOT NULL,
  UNIQUE (workspace, id)
) STRICT;

CREATE VIRTUAL TABLE opportunities_fts USING fts5 (
  title, body,
  content = '', contentless_delete = 1, detail = none, prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TRIGGER opportunities_unindexed AFTER DELETE ON opportunities BEGIN
  DELETE FROM opportunities_fts WHERE rowid = old.row;
END;

CREATE TRIGGER opportunities_outdated AFTER UPDATE OF title, description ON opportunities
WHEN old.title IS NOT new.title OR old.description IS NOT new.description BEGIN
  DELETE FROM opportunities_fts WHERE rowid = old.row;
END;

CREATE VIRTUAL TABLE solutions_fts USING fts5 (
  title, body,
  content = '', contentless_delete = 1, detail = none, prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TRIGGER solutions_unindexed AFTER DELETE ON solutions BEGIN
  DELETE FROM solutions_fts WHERE rowid = old.row;
END;

CREATE TRIGGER solutions_outdated AFTER UPDATE OF title, description, prd ON solutions
WHEN old.title IS NOT new.title OR old.description IS NOT new.description OR old.prd IS NOT new.prd BEGIN
  DELETE FROM solutions_fts WHERE rowid = old.row;
END;

CREATE VIRTUAL TABLE outcomes_fts USING fts5 (
  title, body,
  content = '', contentless_delete = 1, detail = none, prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TRIGGER outcomes_unindexed AFTER DELETE ON outcomes BEGIN
  DELETE FROM outcomes_fts WHERE rowid = old.row;
END;

CREATE TRIGGER outcomes_outdated AFTER UPDATE OF title, description ON outcomes
WHEN old.title IS NOT new.title OR old.description IS NOT new.description BEGIN
  DELETE FROM outcomes_fts WHERE rowid = old.row;
END;

CREATE VIRTUAL TABLE feedback_fts USING fts5 (
  title, body,
  content = '', contentless_delete = 1, detail = none, prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TRIGGER feedback_unindexed AFTER DELETE ON feedback BEGIN
  DELETE FROM feedback_fts WHERE rowid = old.row;
END;

CREATE TRIGGER feedback_outdated AFTER UPDATE OF title, content, source, submitted_by ON feedback
WHEN old.title IS NOT new.title OR old.content IS NOT new.content OR old.source IS NOT new.source OR old.submitted_by IS NOT new.submitted_by BEGIN
  DELETE FROM feedback_fts WHERE rowid = old.row;
END;

CREATE VIRTUAL TABLE knowledge_fts USING fts5 (
  title, body,
  content = '', contentless_delete = 1, detail = none, prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TRIGGER knowledge_unindexed AFTER DELETE ON knowledge BEGIN
  DELETE FROM knowledge_fts WHERE rowid = old.row;
END;

CREATE TRIGGER knowledge_outdated AFTER UPDATE OF title, description, source, provided_by ON knowledge
WHEN old.title IS NOT new.title OR old.description IS NOT new.description OR old.source IS NOT new.source OR old.provided_by IS NOT new.provided_by BEGIN
  DELETE FROM knowledge_fts WHERE rowid = old.row;
END;

CREATE VIRTUAL TABLE topics_fts USING fts5 (
  title, body,
  content = '', contentless_delete = 1, detail = none, prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TRIGGER topics_unindexed AFTER DELETE ON topics BEGIN
  DELETE FROM topics_fts WHERE rowid = old.row;
END;

CREATE TRIGGER topics_outdated AFTER UPDATE OF title, description ON topics
WHEN old.title IS NOT new.title OR old.description IS NOT new.description BEGIN
  DELETE FROM topics_fts WHERE rowid = old.row;
END;

CREATE VIRTUAL TABLE metrics_fts USING fts5 (
  title, body,
  content = '', contentless_delete = 1, detail = none, prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TRIGGER metrics_unindexed AFTER DELETE ON metrics BEGIN
  DELETE FROM metrics_fts WHERE rowid = old.row;
END;

CREATE TRIGGER metrics_outdated AFTER UPDATE OF label, metric_id ON metrics
WHEN old.label IS NOT new.label OR old.metric_id IS NOT new.metric_id BEGIN
  DELETE FROM metrics_fts WHERE rowid = old.row;
END;

CREATE TABLE "review_marks" (
  workspace INTEGER PRIMARY KEY REFERENCES workspaces (row),
  sync INTEGER NOT NULL,
  reviewed_at TEXT NOT NULL,
  can_undo INTEGER NOT NULL,
  -- null: there was none.
  previous_sync INTEGER,
  previous_reviewed_at TEXT
) STRICT;

CREATE INDEX score_history_of_sync ON score_history (workspace, sync);

CREATE TABLE change_drafts (
  change_id TEXT PRIMARY KEY REFERENCES journal (change_id) ON DELETE CASCADE,
  field_values TEXT NOT NULL,
  saved_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE triage (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'reviewed', 'snoozed')),
  decided_at TEXT,
  -- Of a snooze. null: until score or feedback differ from the two columns below.
  until TEXT,
  snoozed_score REAL,
  -- JSON list of ids; null: unknown until the next sync.
  snoozed_feedback TEXT,
  note TEXT NOT NULL DEFAULT '',
  -- JSON list.
  labels TEXT NOT NULL DEFAULT '[]',
  UNIQUE (workspace, kind, id)
) STRICT;

CREATE INDEX triage_snoozed ON triage (workspace, until) WHERE status = 'snoozed';

CREATE INDEX triage_labelled ON triage (workspace, kind) WHERE labels <> '[]';

CREATE VIRTUAL TABLE triage_fts USING fts5 (
  title, body,
  content = '', contentless_delete = 1, detail = none, prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TRIGGER triage_unindexed AFTER DELETE ON triage BEGIN
  DELETE FROM triage_fts WHERE rowid = old.row;
END;

CREATE TRIGGER triage_outdated AFTER UPDATE OF note, labels ON triage
WHEN old.note IS NOT new.note OR old.labels IS NOT new.labels BEGIN
  DELETE FROM triage_fts WHERE rowid = old.row;
END;

CREATE INDEX insights_by_facets ON insights (workspace, seen, type, has_opportunity, combined_score, triage);

CREATE TABLE reviewed_changes (
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  insight_id TEXT NOT NULL,
  -- Everything up to this sync was reviewed.
  sync INTEGER NOT NULL,
  can_undo INTEGER NOT NULL,
  -- null: there was none.
  previous_sync INTEGER,
  PRIMARY KEY (workspace, insight_id)
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE insights_vocab USING fts5vocab (insights_fts, row);

CREATE VIRTUAL TABLE opportunities_vocab USING fts5vocab (opportunities_fts, row);

CREATE VIRTUAL TABLE solutions_vocab USING fts5vocab (solutions_fts, row);

CREATE VIRTUAL TABLE outcomes_vocab USING fts5vocab (outcomes_fts, row);

CREATE VIRTUAL TABLE feedback_vocab USING fts5vocab (feedback_fts, row);

CREATE VIRTUAL TABLE knowledge_vocab USING fts5vocab (knowledge_fts, row);

CREATE VIRTUAL TABLE topics_vocab USING fts5vocab (topics_fts, row);

CREATE VIRTUAL TABLE metrics_vocab USING fts5vocab (metrics_fts, row);

CREATE VIRTUAL TABLE triage_vocab USING fts5vocab (triage_fts, row);

CREATE INDEX feedback_by_reference ON feedback (workspace, source_id COLLATE NOCASE) WHERE source_id IS NOT NULL;

CREATE TABLE saved_views (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  id TEXT NOT NULL,
  -- Of a default view: it is not shown. Any other one is deleted as a row.
  is_removed INTEGER NOT NULL DEFAULT 0,
  name TEXT NOT NULL,
  address TEXT NOT NULL,
  -- JSON: what is counted.
  filter TEXT NOT NULL,
  -- JSON; null: as the list has them.
  columns TEXT,
  is_pinned INTEGER NOT NULL,
  -- Place among the views of the workspace; several may have the same.
  position INTEGER NOT NULL,
  UNIQUE (workspace, id)
) STRICT;

CREATE INDEX feedback_by_facets ON feedback (workspace, source,
  coalesce(sentiment_category, CASE WHEN sentiment_score > 0.25 THEN 'Positive' WHEN sentiment_score < -0.25 THEN 'Negative'
        WHEN sentiment_score IS NOT NULL THEN 'Neutral' END), substr(created_at, 1, 7));

CREATE TABLE "drafts" (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  draft_id TEXT NOT NULL DEFAULT '',
  field_values TEXT NOT NULL,
  saved_at TEXT NOT NULL,
  UNIQUE (workspace, draft_id)
) STRICT;

CREATE TABLE briefs (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  -- JSON.
  edit TEXT NOT NULL,
  figures TEXT NOT NULL,
  kept_at TEXT NOT NULL,
  UNIQUE (workspace, kind, id)
) STRICT;

CREATE TABLE scoring_models (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  -- JSON: weight by part.
  weights TEXT NOT NULL,
  UNIQUE (workspace, id)
) STRICT;

CREATE INDEX feedback_by_date ON feedback (workspace,
  CASE WHEN lower(created_at) NOT IN ('now', 'subsec', 'subsecond') THEN julianday(created_at) END, row,
  coalesce(sentiment_category, CASE WHEN sentiment_score > 0.25 THEN 'Positive' WHEN sentiment_score < -0.25 THEN 'Negative'
        WHEN sentiment_score IS NOT NULL THEN 'Neutral' END));

CREATE TABLE not_duplicates (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  -- The lesser one.
  insight_id TEXT NOT NULL,
  other_id TEXT NOT NULL,
  dismissed_at TEXT NOT NULL,
  UNIQUE (workspace, insight_id, other_id)
) STRICT;

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

CREATE INDEX insights_by_row ON insights (workspace, row, seen, strength_score, momentum_score, combined_score);

CREATE INDEX feedback_by_row ON feedback (workspace, row, sentiment_score, created_at);

CREATE TABLE "decisions" (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  kind TEXT NOT NULL CHECK (kind IN ('insight', 'opportunity', 'outcome', 'solution')),
  id TEXT NOT NULL,
  -- null: taken back, with its note left.
  decision TEXT CHECK (decision IN ('now', 'next', 'later', 'notNow')),
  note TEXT NOT NULL DEFAULT '',
  -- null: decided before the app wrote it down.
  decided_at TEXT,
  UNIQUE (workspace, kind, id)
) STRICT;

CREATE INDEX insights_by_seen ON insights (workspace, seen, triage, combined_score DESC, updated_key DESC);

CREATE TABLE text_queue (
  table_name TEXT NOT NULL,
  row INTEGER NOT NULL,
  PRIMARY KEY (table_name, row)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER opportunities_added AFTER INSERT ON opportunities BEGIN
  INSERT INTO text_queue (table_name, row) VALUES ('opportunities', new.row) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER opportunities_rewritten AFTER UPDATE OF title, description ON opportunities
WHEN old.title IS NOT new.title OR old.description IS NOT new.description BEGIN
  INSERT INTO text_queue (table_name, row) VALUES ('opportunities', new.row) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER solutions_added AFTER INSERT ON solutions BEGIN
  INSERT INTO text_queue (table_name, row) VALUES ('solutions', new.row) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER solutions_rewritten AFTER UPDATE OF title, description, prd ON solutions
WHEN old.title IS NOT new.title OR old.description IS NOT new.description OR old.prd IS NOT new.prd BEGIN
  INSERT INTO text_queue (table_name, row) VALUES ('solutions', new.row) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER outcomes_added AFTER INSERT ON outcomes BEGIN
  INSERT INTO text_queue (table_name, row) VALUES ('outcomes', new.row) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER outcomes_rewritten AFTER UPDATE OF title, description ON outcomes
WHEN old.title IS NOT new.title OR old.description IS NOT new.description BEGIN
  INSERT INTO text_queue (table_name, row) VALUES ('outcomes', new.row) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER knowledge_added AFTER INSERT ON knowledge BEGIN
  INSERT INTO text_queue (table_name, row) VALUES ('knowledge', new.row) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER knowledge_rewritten AFTER UPDATE OF title, description, source, provided_by ON knowledge
WHEN old.title IS NOT new.title OR old.description IS NOT new.description OR old.source IS NOT new.source OR old.provided_by IS NOT new.provided_by BEGIN
  INSERT INTO text_queue (table_name, row) VALUES ('knowledge', new.row) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER topics_added AFTER INSERT ON topics BEGIN
  INSERT INTO text_queue (table_name, row) VALUES ('topics', new.row) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER topics_rewritten AFTER UPDATE OF title, description ON topics
WHEN old.title IS NOT new.title OR old.description IS NOT new.description BEGIN
  INSERT INTO text_queue (table_name, row) VALUES ('topics', new.row) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER metrics_added AFTER INSERT ON metrics BEGIN
  INSERT INTO text_queue (table_name, row) VALUES ('metrics', new.row) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER metrics_rewritten AFTER UPDATE OF label, metric_id ON metrics
WHEN old.label IS NOT new.label OR old.metric_id IS NOT new.metric_id BEGIN
  INSERT INTO text_queue (table_name, row) VALUES ('metrics', new.row) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER triage_added AFTER INSERT ON triage BEGIN
  INSERT INTO text_queue (table_name, row) VALUES ('triage', new.row) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER triage_rewritten AFTER UPDATE OF note, labels ON triage
WHEN old.note IS NOT new.note OR old.labels IS NOT new.labels BEGIN
  INSERT INTO text_queue (table_name, row) VALUES ('triage', new.row) ON CONFLICT DO NOTHING;
END;

CREATE INDEX change_log_of_insight ON change_log (workspace, insight_id);

CREATE INDEX change_log_since ON change_log (workspace, sync);
`
