import { actionTexts } from '@greenroom/contract/desk/history/action-texts'
import { memberText } from '@greenroom/contract/desk/history/member-texts'
import type { TestDatabase } from './platform/database/test-database.ts'

/** Returns the actions and the members in the audit log of a test's database that the history cannot put in words. */
export async function auditTextsMissing({ pool }: Pick<TestDatabase, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ action: string; type: string; member: string | null }>(`
    select distinct action, entity_type as type, member from audit_entry
    left join lateral (
      select jsonb_object_keys(coalesce(before, '{}') || coalesce(after, '{}')) as member
    ) as changed on true`)
  const missing = rows.flatMap(({ action, type, member }) => [
    ...(Object.hasOwn(actionTexts, action) ? [] : [action]),
    ...(member === null || memberText(type, member) ? [] : [`${type}.${member}`]),
  ])
  return [...new Set(missing)]
}
