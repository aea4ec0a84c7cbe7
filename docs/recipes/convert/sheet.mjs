// Reads the first sheet of an XLSX workbook: a ZIP archive with the texts of all cells in one part and the cells in another.
import { inflateRawSync } from 'node:zlib'

/** Tells whether bytes begin like a ZIP archive. */
export const isWorkbook = (bytes) => bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04'

/** Returns the rows of the first sheet as texts. Cells that a row leaves out are empty. */
export function sheetRows(bytes) {
  const parts = partsOf(bytes)
  const sheet = [...parts.keys()].filter((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name)).sort(byNumber)[0]
  if (sheet === undefined) throw new Error('The workbook has no sheet.')
  const shared = [...(textOf(parts, 'xl/sharedStrings.xml') ?? '').matchAll(/<si>(.*?)<\/si>|<si\/>/gs)]
  const texts = shared.map(([, item = '']) => textIn(item))
  return [...textOf(parts, sheet).matchAll(/<row\b[^>]*?(?:\/>|>(.*?)<\/row>)/gs)].map(([, row = '']) => {
    const cells = []
    for (const [, attributes, content = ''] of row.matchAll(/<c\b([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
      const [, letters] = /\br="([A-Z]+)\d+"/.exec(attributes) ?? []
      cells[letters ? columnOf(letters) : cells.length] = cellText(attributes, content, texts)
    }
    return Array.from(cells, (cell) => cell ?? '')
  })
}

function cellText(attributes, content, texts) {
  const [, type] = /\bt="(\w+)"/.exec(attributes) ?? []
  if (type === 'inlineStr') return textIn(content)
  const [, value = ''] = /<v[^>]*>(.*?)<\/v>/s.exec(content) ?? []
  if (type === 's') return texts[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  // A number such as 2118.6400000000001 is 2118.64.
  return type === undefined || type === 'n' ? (value === '' ? '' : String(Number(value))) : unescaped(value)
}

/** Joins the texts of an item, which may be in pieces of different fonts. Readings of characters (rPh) are left out. */
const textIn = (xml) =>
  [...xml.replace(/<rPh\b.*?<\/rPh>/gs, '').matchAll(/<t\b[^>]*>(.*?)<\/t>/gs)].map(([, text]) => unescaped(text)).join('')

const named = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(xml) {
  return xml
    .replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (all, hex, decimal, name) =>
      name ? (named[name] ?? all) : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
    )
    .replace(/_x([0-9A-F]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}

const columnOf = (letters) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

const byNumber = (one, other) => Number(/\d+/.exec(one) ?? 0) - Number(/\d+/.exec(other) ?? 0)

const textOf = (parts, name) => parts.get(name)?.().toString('utf8')

/** Returns how to read each file of a ZIP archive, by its name. */
function partsOf(bytes) {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0) throw new Error('The file is no complete workbook.')
  const parts = new Map()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size, nameLength] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28)]
    const start = bytes.readUInt32LE(at + 42)
    parts.set(bytes.toString('utf8', at + 46, at + 46 + nameLength), () => {
      const begin = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
      const stored = bytes.subarray(begin, begin + size)
      return method === 0 ? stored : inflateRawSync(stored)
    })
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return parts
}
