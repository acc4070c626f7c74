// A canvas that paints words: what is filled, stroked or copied, where, and with which colours and lines.

const round = (value: unknown) => (typeof value === 'number' ? Math.round(value * 100) / 100 + 0 : value)
const listed = (values: readonly unknown[]) => values.map(round).join(' ')

/** Stands in for `Path2D`. */
export class WordPath {
  constructor(readonly path: string) {}
}

export class WordCanvas {
  readonly painted: string[] = []
  globalAlpha = 1
  fillStyle = ''
  strokeStyle = ''
  lineWidth = 1
  font = ''
  private dash: readonly number[] = []
  private matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }
  private steps: string[] = []

  /** For functions that ask for the browser's. */
  get context() {
    return this as unknown as CanvasRenderingContext2D
  }

  setTransform(first: number | WordCanvas['matrix'], b = 0, c = 0, d = 1, e = 0, f = 0) {
    this.matrix = typeof first === 'number' ? { a: first, b, c, d, e, f } : first
  }
  getTransform = () => this.matrix
  setLineDash(dash: readonly number[]) {
    this.dash = dash
  }
  beginPath() {
    this.steps = []
  }
  closePath() {
    this.steps.push('close')
  }
  lineTo(x: number, y: number) {
    this.steps.push(`line ${listed([x, y])}`)
  }
  arc(x: number, y: number, r: number, from: number, to: number) {
    const turn = round((to - from) / (2 * Math.PI))
    this.steps.push(`${turn === 1 ? 'circle' : `arc of ${turn} turns from ${from}`} ${listed([x, y, r])}`)
  }
  clearRect(...box: readonly number[]) {
    this.say('clear', [listed(box)])
  }
  fillRect(...box: readonly number[]) {
    this.say('fill', [`rectangle ${listed(box)}`, this.fillStyle])
  }
  fill(path?: WordPath) {
    this.say('fill', [path?.path ?? this.steps.join(', '), this.fillStyle])
  }
  stroke() {
    const dash = this.dash.length === 0 ? '' : ` dashed ${listed(this.dash)}`
    this.say('stroke', [this.steps.join(', '), `${this.strokeStyle} ${round(this.lineWidth)}${dash}`])
  }
  measureText = (text: string) => ({ width: text.length })
  drawImage(image: { readonly width: number }, ...place: readonly number[]) {
    this.say('copy', [`${image.width} wide`, listed(place)])
  }

  private say(what: string, parts: readonly string[]) {
    const { a, b, c, d, e, f } = this.matrix
    const at = [a, b, c, d, e, f].join() === '1,0,0,1,0,0' ? [] : [`in ${listed([a, b, c, d, e, f])}`]
    const alpha = this.globalAlpha === 1 ? [] : [`alpha ${round(this.globalAlpha)}`]
    this.painted.push([what, parts.join(' | '), ...at, ...alpha].join(' | '))
  }
}
