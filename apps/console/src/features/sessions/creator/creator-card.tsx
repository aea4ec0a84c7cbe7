import type { Creator } from '@greenroom/contract/sessions/creator/creator.schema'
import { personName } from '../../../lib/person-name.ts'
import { formatPhone } from '../../../lib/phone.ts'
import { Avatar } from '../../../shared/record/avatar/avatar.tsx'
import { CopiedFact } from '../../../shared/record/copy-value/copied-fact.tsx'
import { RecordHistoryButton } from '../../../shared/record/record-history/record-history-button.tsx'
import { CardName } from '../../../ui/card-parts.tsx'
import { CardFacts, RecordCard } from '../../../ui/record-card.tsx'

/** One creator: name, e-mail, phone and ID (CRE-02). */
export function CreatorCard({ creator }: { creator: Creator }) {
  const name = personName(creator)
  return (
    <RecordCard
      record={creator._id}
      tile={<Avatar name={name} />}
      name={<CardName oneLine>{name}</CardName>}
      facts={
        <CardFacts>
          <CopiedFact label="Email" value={creator.email} of={name} />
          <CopiedFact label="Phone" value={creator.phone} shown={formatPhone(creator.phone)} of={name} />
          <CopiedFact label="ID" value={creator._id} of={name} labelled />
        </CardFacts>
      }
      actions={<RecordHistoryButton type="creator" id={creator._id} of={name} />}
    />
  )
}
