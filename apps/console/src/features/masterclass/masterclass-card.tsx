import { type MasterclassGroup, masterclassAllows } from '@greenroom/contract/masterclass/masterclass.rules'
import type { Masterclass } from '@greenroom/contract/masterclass/masterclass.schema'
import { IconPresentation } from '@tabler/icons-react'
import { SessionCard } from '../../shared/session-card/session-card.tsx'
import { CardButton } from '../../ui/card-parts.tsx'
import { MasterclassLinkList } from './masterclass-link-list.tsx'
import { linksOf, masterclassEditLink } from './masterclass-links.ts'
import { masterclassListMessages } from './masterclass-messages.ts'

interface MasterclassCardProps {
  masterclass: Masterclass
  group: MasterclassGroup
  /** URL template with {creator_id}; undefined until the settings are loaded. */
  paymentPageTemplate: string | undefined
  onOpen: () => void
  onAddCoupon: () => void
  onDeactivate: () => void
  /** Called on hover and focus of an element that opens a dialog: prefetch its script. */
  onIntent: () => void
}

/** One masterclass of the list (MC-08 to MC-12, MC-16). */
export function MasterclassCard({
  masterclass,
  group,
  paymentPageTemplate,
  onOpen,
  onAddCoupon,
  onDeactivate,
  onIntent,
}: MasterclassCardProps) {
  const foot = (masterclassAllows.addCoupon(group) || masterclassAllows.deactivate(group)) && (
    <>
      {masterclassAllows.addCoupon(group) && (
        <CardButton onClick={onAddCoupon}>{masterclassListMessages.addCoupon}</CardButton>
      )}
      {masterclassAllows.deactivate(group) && (
        <CardButton quiet onClick={onDeactivate} onIntent={onIntent}>
          {masterclassListMessages.deactivate}
        </CardButton>
      )}
    </>
  )
  return (
    <SessionCard
      title={masterclass.title}
      banner={masterclass.banner}
      icon={IconPresentation}
      start={masterclass.start_time}
      past={group === 'past'}
      edit={masterclassAllows.edit(group) ? masterclassEditLink(masterclass) : undefined}
      onOpen={onOpen}
      onIntent={onIntent}
      foot={foot}
    >
      <MasterclassLinkList links={linksOf(masterclass, paymentPageTemplate)} />
    </SessionCard>
  )
}
