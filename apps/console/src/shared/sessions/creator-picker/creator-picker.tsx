import { listCreators } from '@greenroom/contract/sessions/creator/creator.endpoints'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { useRead } from '../../../lib/api/hooks.ts'
import { personName } from '../../../lib/person-name.ts'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { mostRows, searchedRows, usePickerSearch } from '../../record/record-picker/picker-rows.ts'
import { RecordPicker } from '../../record/record-picker/record-picker.tsx'
import { creatorListMessages } from './creator-list-messages.ts'
import { creatorLabel, PickedCreator } from './picked-creator.ts'

const CreateCreator = lazyDialog('create-creator', () =>
  import('../creator-form/create-creator.tsx').then((part) => part.CreateCreatorDialog),
)

interface CreatorPickerProps {
  value: PickedCreator | null
  onChange: (creator: PickedCreator | null) => void
  onBlur?: () => void
  onFocus?: () => void
  label: ReactNode
  required?: boolean
  disabled?: boolean
  error?: ReactNode
  description?: ReactNode
  placeholder?: string
  /** Where a form looks for the field that has the focus. */
  'data-path'?: string
}

const messages = { ...creatorListMessages, list: 'Creators', clear: 'Remove creator' }

/** A field for one creator, found by name or e-mail (MC-37, CRE-09). */
export function CreatorPicker({ value, onChange, placeholder, ...rest }: CreatorPickerProps) {
  const search = usePickerSearch()
  const [missing, setMissing] = useState<string>()
  const choose = (creator: PickedCreator) => onChange(z.parse(PickedCreator, creator))
  const query = { q: search.text, limit: mostRows }
  const creators = useRead(listCreators, { query }, { enabled: search.isOpen })
  return (
    <>
      <RecordPicker
        {...rest}
        placeholder={placeholder ?? 'Search by e-mail or name'}
        comboboxProps={{ portalProps: { target: 'main' } }}
        messages={messages}
        search={search}
        found={searchedRows(creators, search)}
        optionOf={(creator) => ({ id: creator._id, name: personName(creator), detail: creator.email })}
        chosen={value && { id: value._id, label: creatorLabel(value) }}
        onPick={choose}
        create={{ label: '+ Create Creator', onCreate: setMissing }}
        onClear={() => onChange(null)}
      />
      {missing !== undefined && (
        <CreateCreator opened typed={missing} onCreated={choose} onClose={() => setMissing(undefined)} />
      )}
    </>
  )
}
