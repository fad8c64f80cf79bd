/** Gives every member of a chain ($1) a card. The odd factor spreads the numbers and keeps them unique. */
export const insertCards = `
  INSERT INTO rfids (chain_id, rfid, account_id, tag_format, is_from_gym_software, created_at)
  SELECT chain_id, '0x04' || upper(lpad(to_hex(legacy_user_id * 2654435761 % (1::bigint << 48)), 12, '0')), account_id,
    'MIFARE', true, created_at
  FROM chain_profiles WHERE chain_id = $1`;
