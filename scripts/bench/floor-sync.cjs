// The two floors of a sync, on the library's runtime: parsing the bytes with JSON.parse and inserting the records as they
// are into an encrypted file; and hashing the bytes. Prints both in milliseconds.
const { createHash, randomBytes } = require('node:crypto')
const { readFileSync, rmSync } = require('node:fs')
const Database = require(require.resolve('libsql', { paths: [process.argv[2]] }))

const [bytesFile, databaseFile] = process.argv.slice(3)
const bytes = readFileSync(bytesFile)
const beforeHash = performance.now()
createHash('sha256').update(bytes).digest()
const hashMs = performance.now() - beforeHash

const options = { encryptionCipher: 'aes256cbc', encryptionKey: randomBytes(32).toString('hex') }
const database = new Database(databaseFile, options)
// Those of the library.
for (const pragma of ['temp_store = MEMORY', 'cache_size = -32768', 'journal_mode = WAL', 'synchronous = FULL']) {
  database.prepare(`PRAGMA ${pragma}`).all([])
}
const kinds = ['opportunities', 'solutions', 'outcomes', 'feedback']
database.exec('CREATE TABLE insights (id TEXT PRIMARY KEY, title TEXT, description TEXT, rest TEXT)')
// 32-bit floats in a table of their own, as the library stores them.
database.exec('CREATE TABLE insight_embeddings (insight INTEGER PRIMARY KEY, numbers BLOB NOT NULL)')
database.exec('CREATE VIRTUAL TABLE words USING fts5 (title, description, content = "")')
for (const kind of kinds) {
  database.exec(`CREATE TABLE ${kind} (id TEXT PRIMARY KEY, rest TEXT)`)
  database.exec(`CREATE TABLE insight_${kind} (insight TEXT, id TEXT, PRIMARY KEY (insight, id)) WITHOUT ROWID`)
}
const insert = database.prepare('INSERT INTO insights VALUES (?, ?, ?, ?)')
const insertEmbedding = database.prepare('INSERT INTO insight_embeddings VALUES (?, ?)')
const insertWords = database.prepare('INSERT INTO words (rowid, title, description) VALUES (?, ?, ?)')
const related = kinds.map((kind) => ({
  kind,
  record: database.prepare(`INSERT OR IGNORE INTO ${kind} VALUES (?, ?)`),
  link: database.prepare(`INSERT OR IGNORE INTO insight_${kind} VALUES (?, ?)`),
}))

const begin = performance.now()
database.exec('BEGIN')
let row = 0
let embeddings = 0
for (const { id, title, description, topicEmbeddings, ...rest } of JSON.parse(bytes.toString('utf8')).data) {
  row += 1
  const own = Object.fromEntries(Object.entries(rest).filter(([name]) => !kinds.includes(name)))
  insert.run([id, title, description, JSON.stringify(own)])
  if (topicEmbeddings?.length > 0) {
    embeddings += 1
    insertEmbedding.run([row, Buffer.from(Float32Array.from(topicEmbeddings).buffer)])
  }
  insertWords.run([row, title, description])
  for (const { kind, record, link } of related) {
    for (const each of rest[kind] ?? []) {
      record.run([each.id, JSON.stringify(each)])
      link.run([id, each.id])
    }
  }
}
database.exec('COMMIT')
const syncMs = performance.now() - begin
if (embeddings === 0) throw new Error('No insight had an embedding: the floor would store less than the app.')
database.close()
for (const suffix of ['', '-wal', '-shm']) rmSync(databaseFile + suffix, { force: true })
process.stdout.write(JSON.stringify({ syncMs, hashMs }))
