CREATE TABLE `erase_requests` (
  `member` integer PRIMARY KEY NOT NULL REFERENCES `accounts`(`id`),
  `key_hash` text NOT NULL,
  `expires_at` text NOT NULL
) STRICT;
