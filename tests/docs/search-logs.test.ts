import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const { searchLogs } = (await import('../../tools/search-logs.mjs' as string)) as {
  searchLogs(folder: string): { lines: number; found: string[] }
}

it('finds every kind of secret and details of people in logs, and nothing in an ordinary line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-search-'))
  const secrets = [
    '{"token":"eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJlLW9mLXRoaXM"}',
    '{"headers":{"authorization":"Bearer abcdefghijklmnop"}}',
    'connecting to postgres://greenroom:hunter2@db.example.com/greenroom',
    '-----BEGIN PRIVATE KEY-----',
    '{"key":"the-secret-of-the-key"}',
    '{"signature":"the-webhook-secret"}',
    '{"client":"secret-3"}',
    '{"msg":"Refused","detail":"Key (email)=(kavya@buyer.example) already exists."}',
    '{"actor":"meera.nair@greenroom.example","detail":"(farah.1@member.example)"}',
    '{"msg":"No such phone: +919845012763"}',
    '{"msg":"No such phone: +91 98450 12763"}',
  ]
  const ordinary = [
    '{"level":30,"method":"GET","route":"/admin/creators","status":200,"actor":"meera.nair@greenroom.example"}',
    '{"level":30,"route":"/admin/personal-data/people","actor":"owner@provider.example","ms":1234567890}',
    'Greenroom is ready at http://127.0.0.1:3000/masterclass',
  ]
  writeFileSync(join(folder, 'one.log'), [...secrets, ...ordinary].join('\n'))
  const { lines, found } = searchLogs(folder)
  rmSync(folder, { recursive: true })
  expect(lines).toBe(secrets.length + ordinary.length)
  expect(found).toHaveLength(secrets.length)
})
