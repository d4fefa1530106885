-- Choices of mails that nothing has ever read.
alter table users drop column notify_security, drop column notify_reports, drop column notify_product;
