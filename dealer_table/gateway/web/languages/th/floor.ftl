title-floor = ฟลอร์
floor-heading = ฟลอร์
floor-tables = โต๊ะ
floor-calm =
    { $count ->
       *[other] { $count } โต๊ะ ไม่มีอะไรรอคุณอยู่
    }
floor-waits_for_you = คุณต้องดำเนินการที่โต๊ะ { $tables }
floor-waits_for_dealers = ดีลเลอร์ต้องดำเนินการที่โต๊ะ { $tables }
floor-must_act-dealer = ดีลเลอร์ต้องดำเนินการ
floor-must_act-supervisor = คุณต้องดำเนินการ
floor-patrons =
    { $count ->
       *[other] ผู้เล่น { $count } คน
    }
floor-token_missing = หน้านี้ต้องใช้ลิงก์ของผู้ควบคุม ซึ่งลงท้ายด้วย #token=…
floor-coups = รอบล่าสุด
floor-coup = ขอนที่ { $shoe } รอบที่ { $coup }
floor-read_record = ดูบันทึก
floor-correct = แก้ไข
floor-correct_title = แก้ไขรอบที่ { $coup }
floor-correct_text = ระบุไพ่ที่ออกจริงตามลำดับที่แจก ระบบจะปรับส่วนต่างและแจ้งทุกคน
floor-no_card = ไม่มีไพ่ใบที่สาม
floor-save_coups = บันทึกเป็นตาราง
floor-save_record = บันทึกเป็นไฟล์
floor-record_title = โต๊ะ { $table } ขอนที่ { $shoe } รอบที่ { $coup }
floor-record_begun = เริ่ม { $time } โดย { $who }
floor-record_void = เป็นโมฆะโดย { $who }: { $reason }
floor-record_patrons = ลูกค้า
floor-record_stake = { $bet }: เดิมพัน { $staked } รับคืน { $returned }
floor-record_entries = บันทึกทั้งหมดตามลำดับ
floor-status-open = กำลังเล่น
floor-status-settled = สรุปยอดแล้ว
floor-status-free = รอบฟรี
floor-status-void = โมฆะ
floor-status-corrected = แก้ไขแล้ว
floor-status-cancelled = ยกเลิกแล้ว
refusal-not_a_coup = ไพ่ชุดนี้ทำให้รอบจบแบบนี้ไม่ได้
refusal-same_cards = ไพ่ของรอบนี้เป็นแบบนี้อยู่แล้ว
refusal-coup_needed = แก้ไขได้เฉพาะรอบล่าสุดของขอนนี้
