import { listAdvisors } from '@greenroom/contract/people/advisory/advisory.endpoints'
import type { AdvisorOfService } from '@greenroom/contract/people/advisory/advisory.schema'
import { IconSearch } from '@tabler/icons-react'
import { useRead } from '../../../lib/api/hooks.ts'
import { personName } from '../../../lib/person-name.ts'
import { searchedRows, usePickerSearch } from '../../../shared/record/record-picker/picker-rows.ts'
import { RecordPicker } from '../../../shared/record/record-picker/record-picker.tsx'
import { serviceMessages } from './advisory-messages.ts'
import { useCreateAdvisor } from './use-create-advisor.tsx'

interface AdvisorSearchProps {
  /** Advisors of the service, which are not offered again (OQ-091). */
  except: readonly { _id: string }[]
  onPick: (advisor: AdvisorOfService) => void
}

const messages = {
  list: serviceMessages.advisors,
  empty: serviceMessages.noMatch,
  failed: serviceMessages.searchFailed,
}

/** Searches advisors by e-mail address. Picking one adds it and clears the field. */
export function AdvisorSearch({ except, onPick }: AdvisorSearchProps) {
  const search = usePickerSearch()
  const isAsked = search.isOpen && search.text !== ''
  const found = searchedRows(
    useRead(listAdvisors, { query: { email: search.text } }, { enabled: isAsked }),
    search,
  )
  const add = ({ _id, first_name, last_name, email }: AdvisorOfService) =>
    onPick({ _id, first_name, last_name, email })
  const { create, dialog } = useCreateAdvisor(add)
  const taken = new Set(except.map(({ _id }) => _id))
  return (
    <>
      <RecordPicker
        label={serviceMessages.search}
        placeholder={serviceMessages.searchPlaceholder}
        inputMode="email"
        leftSection={<IconSearch size={15} stroke={1.5} aria-hidden="true" />}
        comboboxProps={{ portalProps: { target: 'main' } }}
        messages={messages}
        opensEmpty={false}
        search={search}
        found={{ ...found, rows: found.rows?.filter(({ _id }) => !taken.has(_id)) }}
        optionOf={(advisor) => ({ id: advisor._id, name: personName(advisor), detail: advisor.email })}
        onPick={add}
        // An advisor of the service is found, and not offered again.
        create={found.rows?.length === 0 ? create : undefined}
      />
      {dialog}
    </>
  )
}
